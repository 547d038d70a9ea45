// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.rpcrdma.bench.file.IoReason;

/**
 * Text on its way to a stream, put together in a large buffer without making strings.
 *
 * <p>ASCII only. A write that fails is an {@link UncheckedIOException}, as text is produced inside of callbacks. Not
 * thread-safe.
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
     * Returns true if a write failed because nobody reads any more, which is no error: {@code rpcrdma decode FILE |
     * head}.
     */
    public static boolean isClosedPipe(final IOException e) {
        final String message = e.getMessage();
        return message != null && message.contains("Broken pipe");
    }

    @SuppressWarnings("deprecation") // String.getBytes of a range: it copies the low bytes, which is right for ASCII.
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

    /** Text, filled up with spaces behind it. */
    public TextOutput padded(final String ascii, final int width) {
        text(ascii);
        return spaces(width - ascii.length());
    }

    /** Returns a number in decimal. */
    public TextOutput decimal(final long number) {
        return decimal(number, 0);
    }

    /** Returns a number in decimal, filled up with spaces in front of it. */
    public TextOutput decimal(final long number, final int width) {
        final int digits = digits(number);
        spaces(width - digits);
        return digits(number, digits);
    }

    /** Returns a time in seconds with six places, filled up with spaces in front of it. */
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

    /** Returns the lowest digits of a number in hexadecimal, with zeros in front. */
    public TextOutput hex(final long number, final int digits) {
        reserve(digits);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            buffer[length++] = HEX_DIGITS[(int) (number >>> shift) & 0xf];
        }
        return this;
    }

    /** Prints spaces; none if the count is negative. */
    public TextOutput spaces(final int count) {
        for (int i = 0; i < count; i++) {
            character(' ');
        }
        return this;
    }

    /** Prints the lowest digits of a number that is not negative. */
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

    /** Digits of a number that is not negative. */
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
