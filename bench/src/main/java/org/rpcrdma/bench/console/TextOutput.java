// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.rpcrdma.bench.file.IoReason;

/**
 * Formats ASCII text into a large buffer and writes it to a stream. Allocates no strings.
 *
 * <p>Throws {@link UncheckedIOException} if a write fails, because callers produce text in callbacks. Not thread-safe.
 */
public final class TextOutput {
    private static final int CAPACITY = 1 << 16;
    private static final int LONGEST_NUMBER = 20;
    private static final byte[] HEX_DIGITS = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
    };

    private final OutputStream stream;
    private final byte[] buffer = new byte[CAPACITY];
    private int length;

    public TextOutput(final OutputStream stream) {
        this.stream = stream;
    }

    /**
     * Returns true if a write failed because the reader has closed the pipe. This is not an error, for example in
     * {@code rpcrdma decode FILE | head}.
     */
    public static boolean isClosedPipe(final IOException e) {
        final String message = e.getMessage();
        return message != null && message.contains("Broken pipe");
    }

    @SuppressWarnings("deprecation") // this String.getBytes copies the low bytes of a range, which is correct for ASCII
    public TextOutput text(final String ascii) {
        for (int from = 0; from < ascii.length(); from += CAPACITY) {
            final int to = Math.min(ascii.length(), from + CAPACITY);
            reserve(to - from);
            ascii.getBytes(from, to, buffer, length);
            length += to - from;
        }
        return this;
    }

    public TextOutput character(final char ascii) {
        reserve(1);
        buffer[length++] = (byte) ascii;
        return this;
    }

    /** Prints a text, padded with trailing spaces. */
    public TextOutput padded(final String ascii, final int width) {
        text(ascii);
        return spaces(width - ascii.length());
    }

    /** Prints a decimal number. */
    public TextOutput decimal(final long number) {
        return decimal(number, 0);
    }

    /** Prints a decimal number, padded with leading spaces. */
    public TextOutput decimal(final long number, final int width) {
        final int digits = digits(number);
        spaces(width - digits);
        return digits(number, digits);
    }

    /** Prints a time in seconds with six decimals, padded with leading spaces. */
    public TextOutput seconds(final long nanos, final int width) {
        final long micros = Math.abs(nanos / 1000);
        final long whole = micros / 1_000_000;
        spaces(width - digits(whole) - 7 - (nanos < 0 ? 1 : 0));
        if (nanos < 0) {
            character('-');
        }
        decimal(whole).character('.');
        return digits(micros % 1_000_000, 6);
    }

    /** Prints the lowest hexadecimal digits of a number, with leading zeros. */
    public TextOutput hex(final long number, final int digits) {
        reserve(digits);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            buffer[length++] = HEX_DIGITS[(int) (number >>> shift) & 0xf];
        }
        return this;
    }

    /** Prints spaces, or nothing if the count is negative. */
    public TextOutput spaces(final int count) {
        for (int i = 0; i < count; i++) {
            character(' ');
        }
        return this;
    }

    /** Prints the lowest decimal digits of a non-negative number. */
    private TextOutput digits(final long number, final int digits) {
        reserve(LONGEST_NUMBER);
        long rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            buffer[at] = HEX_DIGITS[(int) (rest % 10)];
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Returns the number of decimal digits of a non-negative number. */
    private static int digits(final long number) {
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private void reserve(final int bytes) {
        if (CAPACITY - length < bytes) {
            flush();
        }
    }

    public void flush() {
        try {
            stream.write(buffer, 0, length);
            stream.flush();
        } catch (final IOException e) {
            final String why = IoReason.of(e);
            throw new UncheckedIOException(new IOException("cannot write to standard output: " + why, e));
        } finally {
            length = 0;
        }
    }
}
