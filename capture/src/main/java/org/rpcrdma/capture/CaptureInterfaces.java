// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * The interfaces of a pcapng section: their link types, their snapshot lengths, and the units and offsets of their
 * timestamps.
 *
 * <p>An option consists of a code (2 bytes), a length (2 bytes), and a value that is padded to a multiple of 4 bytes.
 * This class reads two options. The option if_tsresol is one byte, which contains a negative power of 10 or, if its top
 * bit is set, of 2. The option if_tsoffset is a number of seconds.
 */
final class CaptureInterfaces {
    private static final int MAX_INTERFACES = 1 << 16;
    private static final int OPTIONS_AT = 8;
    private static final int OPTION_TIME_RESOLUTION = 9;
    private static final int OPTION_TIME_OFFSET = 14;
    private static final int DEFAULT_RESOLUTION = 6;
    private static final int BINARY = 0x80;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private record Interface(int linkType, long snapLength, int resolution, long offsetNanos) {}

    private final List<Interface> interfaces = new ArrayList<>();

    void clear() {
        interfaces.clear();
    }

    boolean has(final int number) {
        return number >= 0 && number < interfaces.size();
    }

    int linkType(final int number) {
        return interfaces.get(number).linkType;
    }

    /** Returns the length to which the interface's frames are truncated. */
    long snapLength(final int number) {
        return interfaces.get(number).snapLength;
    }

    /**
     * Adds an interface from the part of a block's body between two offsets. Returns false if the body is incomplete.
     */
    boolean add(final DirectBuffer buffer, final int start, final int end, final ByteOrder order) {
        if (end - start < OPTIONS_AT || interfaces.size() == MAX_INTERFACES) {
            return false;
        }
        final long limit = Integer.toUnsignedLong(buffer.getInt(start + 4, order));
        int resolution = DEFAULT_RESOLUTION;
        long offset = 0;
        int at = start + OPTIONS_AT;
        while (end - at >= 4) {
            final int code = buffer.getShort(at, order) & 0xffff;
            final int length = buffer.getShort(at + 2, order) & 0xffff;
            if (code == 0 || end - at - 4 < length) {
                break;
            }
            if (code == OPTION_TIME_RESOLUTION && length == 1) {
                resolution = buffer.getByte(at + 4) & 0xff;
            } else if (code == OPTION_TIME_OFFSET && length == 8) {
                offset = buffer.getLong(at + 4, order) * NANOS_PER_SECOND;
            }
            at += 4 + (length + 3 & -4);
        }
        final int linkType = buffer.getShort(start, order) & 0xffff;
        interfaces.add(new Interface(linkType, limit == 0 ? Integer.MAX_VALUE : limit, resolution, offset));
        return true;
    }

    /** Converts a timestamp in an interface's unit to nanoseconds since 1970. */
    long nanos(final int number, final long time) {
        final Interface of = interfaces.get(number);
        return of.offsetNanos
                + ((of.resolution & BINARY) != 0
                        ? binaryNanos(time, of.resolution & ~BINARY)
                        : decimalNanos(time, of.resolution));
    }

    private static long decimalNanos(final long time, final int digits) {
        long nanos = time;
        for (int i = digits; i < 9; i++) {
            nanos *= 10;
        }
        for (int i = 9; i < digits && nanos != 0; i++) {
            nanos = Long.divideUnsigned(nanos, 10);
        }
        return nanos;
    }

    private static long binaryNanos(final long time, final int bits) {
        if (bits >= Long.SIZE) {
            return 0;
        }
        final long seconds = time >>> bits;
        final long fraction = time - (seconds << bits);
        final int drop = Math.max(0, bits - 32);
        return seconds * NANOS_PER_SECOND + ((fraction >>> drop) * NANOS_PER_SECOND >>> bits - drop);
    }
}
