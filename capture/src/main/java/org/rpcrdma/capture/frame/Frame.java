// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A captured frame, with the position up to which its headers have been parsed.
 *
 * <pre>
 *            position         end of the layer     limit of the captured bytes
 *  +---------+----------------+--------------------+
 *  | headers | layer                               |
 *  +---------+-------------------------------------+
 * </pre>
 *
 * <p>The headers determine the end of the layer. If the frame is truncated, the end may lie beyond the limit. Not
 * thread-safe.
 */
public final class Frame {
    /**
     * The upper word of an address that stands for an InfiniBand local identifier. As an IPv6 address, it would be a
     * multicast address with a reserved scope, which is never a source address.
     */
    public static final long LOCAL_IDENTIFIER = 0xff00_0000_0000_0000L;

    /** The value for a packet without identification. */
    public static final int NO_IDENTIFICATION = -1;

    public UnsafeBuffer buffer;
    public int position;
    public int end;
    public int limit;
    /** True if the frame is truncated. */
    public boolean snapped;

    /**
     * Identifies the place at which a packet was seen. It is a hash of the interface, of VLAN tags and tunnels, and of
     * the time to live in all headers around the packet.
     */
    public int path;

    public long sourceHigh;
    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;
    /** The offset of the innermost IP header, or -1 if there is no IP header. */
    public int internetAt;

    /** The identification of the innermost IPv4 header. */
    public int identification;

    Frame() {}

    void begin(
            final UnsafeBuffer frame,
            final int offset,
            final int captured,
            final long original,
            final int onInterface) {
        buffer = frame;
        position = offset;
        limit = offset + captured;
        end = (int) Math.min(offset + original, Integer.MAX_VALUE >> 1);
        snapped = original > captured;
        path = onInterface;
        internetAt = -1;
        identification = NO_IDENTIFICATION;
    }

    /** Continues after a header. The new position may lie beyond the limit. */
    void skip(final int bytes) {
        position += bytes;
    }

    /** Returns true if the given number of bytes of this layer were captured. */
    boolean has(final int bytes) {
        return Math.min(limit, end) - position >= bytes;
    }

    /** Returns the outcome for incomplete headers: CUT if the frame is truncated, otherwise the given outcome. */
    int tooShort(final int otherwise) {
        return snapped && end > limit ? Layer.CUT : otherwise;
    }

    /** Adds a value to {@link #path} that helps to distinguish places. */
    void mix(final int mark) {
        path = path * 31 + mark;
    }

    int octet(final int at) {
        return buffer.getByte(position + at) & 0xff;
    }

    int word16(final int at) {
        return buffer.getShort(position + at, BIG_ENDIAN) & 0xffff;
    }

    int word32(final int at) {
        return buffer.getInt(position + at, BIG_ENDIAN);
    }

    long word64(final int at) {
        return buffer.getLong(position + at, BIG_ENDIAN);
    }
}
