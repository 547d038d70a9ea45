// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * The latest RDMA READ requests of one direction, by packet sequence number, and the answer that is arriving.
 *
 * <p>A ring of as many requests as a queue pair can have outstanding. The first packet of an answer carries the
 * sequence number of its request; those after it count on.
 */
final class ReadRequests {
    /** Outstanding READs of a queue pair are at most 255. */
    private static final int CAPACITY = 256;

    /** The memory that one takes. */
    static final int BYTES = CAPACITY * 24;

    private final int[] psns = new int[CAPACITY];
    private final int[] rkeys = new int[CAPACITY];
    private final long[] addresses = new long[CAPACITY];
    private final long[] lengths = new long[CAPACITY];
    private int count;
    private int newest = -1;

    private int current = -1;
    private int packetLength;
    private int next;

    void add(final CapturedPacket request) {
        newest = newest + 1 & CAPACITY - 1;
        count = Math.min(count + 1, CAPACITY);
        psns[newest] = request.psn;
        rkeys[newest] = request.rkey;
        addresses[newest] = request.address;
        lengths[newest] = request.dmaLength;
        if (newest == current) {
            current = -1;
        }
    }

    /** Takes a packet of an answer; false if its request is not known or the packet exceeds it. */
    boolean match(final CapturedPacket packet) {
        if (packet.opcode == Opcodes.READ_RESPONSE_FIRST || packet.opcode == Opcodes.READ_RESPONSE_ONLY) {
            current = find(packet.psn);
            packetLength = packet.payloadLength;
        }
        return current >= 0 && offsetOf(packet) >= 0 && offsetOf(packet) + packet.payloadLength <= lengths[current];
    }

    /** Returns true if a matched packet follows the one before it; the next must follow this one. */
    boolean inOrder(final CapturedPacket packet) {
        final boolean inOrder = packet.psn == psns[current] || packet.psn == next;
        next = packet.psn + 1 & 0xff_ffff;
        return inOrder;
    }

    int rkey() {
        return rkeys[current];
    }

    long addressOf(final CapturedPacket packet) {
        return addresses[current] + offsetOf(packet);
    }

    private long offsetOf(final CapturedPacket packet) {
        return (long) SequenceWindow.distance(packet.psn, psns[current]) * packetLength;
    }

    private int find(final int psn) {
        for (int i = 0; i < count; i++) {
            final int request = newest - i & CAPACITY - 1;
            if (psns[request] == psn) {
                return request;
            }
        }
        return -1;
    }
}
