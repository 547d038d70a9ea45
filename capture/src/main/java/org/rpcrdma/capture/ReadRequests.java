// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * A direction's latest RDMA READ requests, ordered by packet sequence number, and the progress of their responses.
 *
 * <p>The requests are stored in a ring, which has space for all requests that a queue pair may have outstanding. The
 * first packet of a response has the request's sequence number, and the following packets have successive numbers. All
 * packets except the last carry as many bytes as the path's MTU allows.
 */
final class ReadRequests {
    /** The size of the ring. A queue pair has at most 255 outstanding READs. */
    private static final int CAPACITY = 256;

    /** The memory, in bytes, that an object of this class uses. */
    static final int BYTES = CAPACITY * 36;

    private static final int NONE = -1;

    private final int[] psns = new int[CAPACITY];
    /** The sequence number of the request that follows the READ; NONE if it is unknown. */
    private final int[] nextPsns = new int[CAPACITY];

    private final int[] rkeys = new int[CAPACITY];
    private final long[] addresses = new long[CAPACITY];
    private final long[] lengths = new long[CAPACITY];
    private final long[] answered = new long[CAPACITY];
    private int count;
    private int newest = -1;
    private int current = NONE;
    private long offset;
    private long incomplete;

    /**
     * Adds a request.
     *
     * @param isAgain    true if the request repeats an earlier request or the rest of an earlier request.
     * @param isAnswered true if the oldest request, which the new request may replace, has been answered.
     */
    void add(final CapturedPacket request, final boolean isAgain, final boolean isAnswered) {
        final long answeredBefore = isAgain ? supersede(request) : 0;
        newest = newest + 1 & CAPACITY - 1;
        if (count == CAPACITY) {
            close(newest, isAnswered);
        }
        final int slot = place(request.psn);
        count = Math.min(count + 1, CAPACITY);
        psns[slot] = request.psn;
        nextPsns[slot] = slot == newest ? NONE : psns[slot + 1 & CAPACITY - 1];
        rkeys[slot] = request.rkey;
        addresses[slot] = request.address;
        lengths[slot] = request.dmaLength;
        answered[slot] = answeredBefore;
    }

    /**
     * Allocates a slot for a request, in the order of sequence numbers. A late request is inserted before other
     * requests.
     */
    private int place(final int psn) {
        int slot = newest;
        for (int i = 0; i < Math.min(count, CAPACITY - 1); i++) {
            final int before = slot - 1 & CAPACITY - 1;
            if (SequenceWindow.distance(psns[before], psn) <= 0) {
                break;
            }
            psns[slot] = psns[before];
            nextPsns[slot] = nextPsns[before];
            rkeys[slot] = rkeys[before];
            addresses[slot] = addresses[before];
            lengths[slot] = lengths[before];
            answered[slot] = answered[before];
            slot = before;
        }
        return slot;
    }

    /**
     * Replaces an earlier request with a request that repeats it, either from the beginning or from a later packet.
     *
     * @return the number of the new request's bytes that have already been answered.
     */
    private long supersede(final CapturedPacket request) {
        for (int i = 0; i < count; i++) {
            final int before = newest - i & CAPACITY - 1;
            final long ahead = request.address - addresses[before];
            if (rkeys[before] == request.rkey
                    && ahead >= 0
                    && ahead < lengths[before]
                    && ahead + request.dmaLength == lengths[before]
                    && SequenceWindow.distance(request.psn, psns[before]) >= 0) {
                final long answeredBehind = Math.max(0, answered[before] - ahead);
                lengths[before] = Math.max(answered[before], ahead);
                answered[before] = lengths[before];
                return answeredBehind;
            }
        }
        return 0;
    }

    /**
     * Records the sequence number of a request that follows a READ: the latest READ or, if the request is late, an
     * earlier READ.
     */
    void next(final int psn, final boolean isLate) {
        if (isLate) {
            late(psn);
        } else if (newest >= 0 && nextPsns[newest] == NONE) {
            nextPsns[newest] = psn;
        }
    }

    private void late(final int psn) {
        for (int i = 0; i < count; i++) {
            if (nextPsns[i] != NONE && isBetween(psn, psns[i], nextPsns[i])) {
                nextPsns[i] = psn;
            }
        }
    }

    private static boolean isBetween(final int psn, final int first, final int end) {
        return SequenceWindow.distance(psn, first) > 0 && SequenceWindow.distance(end, psn) > 0;
    }

    /** Records which packets are missing after READs. Precondition: the path's MTU is known. */
    void findGaps(final MissingPackets missing, final int mtu) {
        for (int i = 0; i < count; i++) {
            if (nextPsns[i] != NONE) {
                missing.add(psns[i] + RequestOrder.packets(lengths[i], mtu) & 0xff_ffff, nextOf(i));
            }
        }
    }

    /** Returns the lowest known sequence number after a READ. The number may belong to a READ that arrived later. */
    private int nextOf(final int request) {
        int next = nextPsns[request];
        for (int i = 0; i < count; i++) {
            next = isBetween(psns[i], psns[request], next) ? psns[i] : next;
        }
        return next;
    }

    private void close(final int slot, final boolean isAnswered) {
        incomplete += isAnswered && answered[slot] < lengths[slot] ? 1 : 0;
    }

    /**
     * Returns the number of requests whose responses are incomplete, among the requests up to the last answered
     * request.
     */
    long incomplete(final MissingPackets answeredUpTo, final int mtu) {
        for (int i = 0; i < count; i++) {
            final int last = psns[i] + RequestOrder.packets(lengths[i], mtu) - 1 & 0xff_ffff;
            close(i, answeredUpTo.isAnswered(last));
        }
        count = 0;
        return incomplete;
    }

    /**
     * Matches a response packet with its request. Returns false if the request is unknown or if the packet lies beyond
     * the end of the response.
     */
    boolean match(final CapturedPacket packet, final PathMtu mtu) {
        for (int i = 0; i < count; i++) {
            current = newest - i & CAPACITY - 1;
            final long index = SequenceWindow.distance(packet.psn, psns[current]);
            if (index >= 0) {
                offset = offsetOf(packet, index, mtu);
                return offset >= 0 && offset + packet.payloadLength <= lengths[current];
            }
        }
        return false;
    }

    private long offsetOf(final CapturedPacket packet, final long index, final PathMtu mtu) {
        return switch (packet.opcode) {
            case Opcodes.READ_RESPONSE_FIRST, Opcodes.READ_RESPONSE_ONLY -> index == 0 ? 0 : NONE;
            case Opcodes.READ_RESPONSE_LAST -> offsetOfLast(packet, index, mtu);
            default -> index * packet.payloadLength;
        };
    }

    /**
     * Returns the offset of the last packet of a response, or NONE if the offset is inconsistent with the number of
     * preceding packets.
     */
    private long offsetOfLast(final CapturedPacket packet, final long index, final PathMtu mtu) {
        final long before = lengths[current] - packet.payloadLength;
        return before >= index * mtu.smallest() && before <= index * mtu.largest() ? before : NONE;
    }

    /** Counts the bytes of a matched packet. Call this method only for a packet that arrives for the first time. */
    void count(final CapturedPacket packet) {
        answered[current] += packet.payloadLength;
    }

    int rkey() {
        return rkeys[current];
    }

    long address() {
        return addresses[current] + offset;
    }
}
