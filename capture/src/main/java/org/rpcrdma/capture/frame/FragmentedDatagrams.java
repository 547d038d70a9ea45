// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.frame;

import java.util.BitSet;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reassembles the fragments of IP datagrams, which may arrive in any order. Keeps only the latest {@link #MOST}
 * datagrams. Allocates memory when the first fragment arrives.
 */
final class FragmentedDatagrams {
    private static final int MOST = 64;
    private static final int LONGEST = 1 << 16;
    private static final int UNIT = 8;

    private final Datagram[] datagrams = new Datagram[MOST];
    private int newest;
    private long incomplete;

    private static final class Datagram {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[LONGEST]);
        final BitSet units = new BitSet(LONGEST / UNIT);
        long sourceHigh;
        long sourceLow;
        long destinationHigh;
        long destinationLow;
        int protocol;
        int identification;
        int path;
        int length;
        int count;

        boolean isOf(final Frame frame, final int ofProtocol, final int number) {
            return count > 0
                    && identification == number
                    && protocol == ofProtocol
                    && path == frame.path
                    && sourceLow == frame.sourceLow
                    && sourceHigh == frame.sourceHigh
                    && destinationLow == frame.destinationLow
                    && destinationHigh == frame.destinationHigh;
        }

        void begin(final Frame frame, final int ofProtocol, final int number) {
            sourceHigh = frame.sourceHigh;
            sourceLow = frame.sourceLow;
            destinationHigh = frame.destinationHigh;
            destinationLow = frame.destinationLow;
            protocol = ofProtocol;
            identification = number;
            path = frame.path;
            length = -1;
            count = 0;
            units.clear();
        }

        boolean isWhole() {
            return length >= 0 && units.nextClearBit(0) * UNIT >= length;
        }
    }

    /**
     * Adds the fragment at the frame's position. If the fragment completes its datagram, parsing continues within the
     * datagram.
     *
     * @return true if the frame now contains the complete datagram.
     */
    boolean add(
            final Frame frame, final int protocol, final int identification, final int offset, final boolean isMore) {
        final int length = frame.end - frame.position;
        if (length < 0 || !frame.has(length) || offset + length > LONGEST || isMore && length % UNIT != 0) {
            incomplete++;
            return false;
        }
        final Datagram datagram = of(frame, protocol, identification);
        datagram.bytes.putBytes(offset, frame.buffer, frame.position, length);
        datagram.units.set(offset / UNIT, (offset + length + UNIT - 1) / UNIT);
        datagram.length = isMore ? datagram.length : offset + length;
        datagram.count++;
        if (!datagram.isWhole()) {
            return false;
        }
        datagram.count = 0;
        frame.buffer = datagram.bytes;
        frame.position = 0;
        frame.end = datagram.length;
        frame.limit = datagram.length;
        frame.snapped = false;
        // The reassembled datagram has no IP header, because the fragments contain only their own headers.
        frame.internetAt = -1;
        return true;
    }

    private Datagram of(final Frame frame, final int protocol, final int identification) {
        for (final Datagram datagram : datagrams) {
            if (datagram != null && datagram.isOf(frame, protocol, identification)) {
                return datagram;
            }
        }
        newest = (newest + 1) % MOST;
        if (datagrams[newest] == null) {
            datagrams[newest] = new Datagram();
        }
        final Datagram oldest = datagrams[newest];
        incomplete += oldest.count;
        oldest.begin(frame, protocol, identification);
        return oldest;
    }

    /** Returns the number of fragments whose datagrams are incomplete. */
    long incomplete() {
        long all = incomplete;
        for (final Datagram datagram : datagrams) {
            all += datagram == null ? 0 : datagram.count;
        }
        return all;
    }
}
