// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A captured frame and the place up to which its headers are read.
 *
 * <pre>
 *            position         end of the layer     limit of the captured bytes
 *  +---------+----------------+--------------------+
 *  | headers | layer                               |
 *  +---------+-------------------------------------+
 * </pre>
 *
 * <p>The end of the layer is what its headers say; it may be behind the limit if the capture cut the frame.
 */
public final class Frame {
    /**
     * The upper word of an address that is a local identifier of InfiniBand: as an IPv6 address it would be a multicast
     * address of a reserved scope, which nobody sends from.
     */
    public static final long LOCAL_IDENTIFIER = 0xff00_0000_0000_0000L;

    /** The identification of a packet that has none. */
    public static final int NO_IDENTIFICATION = -1;

    public UnsafeBuffer buffer;
    public int position;
    public int end;
    public int limit;
    /** True if the capture holds only a part of the frame. */
    public boolean snapped;

    /**
     * Tells apart the places where a packet was seen: the interface, VLAN tags, tunnels and the time to live of all
     * headers around the packet.
     */
    public int path;

    public long sourceHigh;
    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;
    /** The offset of the innermost IP header, or -1. */
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

    /** Continues behind a header; the rest, which the capture does not hold, may reach up to the end. */
    void skip(final int bytes) {
        position += bytes;
    }

    /** Returns true if the capture holds a number of bytes of this layer. */
    boolean has(final int bytes) {
        return Math.min(limit, end) - position >= bytes;
    }

    /** Returns the outcome for headers of which the capture does not hold all. */
    int tooShort(final int otherwise) {
        return snapped && end > limit ? Layer.CUT : otherwise;
    }

    /** Adds something that tells places apart. */
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
