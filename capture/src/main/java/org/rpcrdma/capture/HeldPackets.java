// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A connection's held packets, in the order in which they will be delivered. They are copies in memory that all
 * connections of a capture share.
 */
final class HeldPackets {
    private static final int INITIAL_CAPACITY = 512;
    /** The memory, in bytes, that a held packet needs in addition to its payload. */
    private static final int OVERHEAD = 160;

    private final Pool pool;
    /** The held packets. Packets with a lower index than the first one have already been delivered. */
    private final ArrayList<Held> packets = new ArrayList<>();

    private int first;

    HeldPackets(final Pool pool) {
        this.pool = pool;
    }

    /** A held packet. */
    static final class Held {
        final CapturedPacket packet = new CapturedPacket();
        private final UnsafeBuffer memory = new UnsafeBuffer(new byte[INITIAL_CAPACITY]);
        /** The side that sent the packet. Sides are numbered as in messages. */
        int side;
        /** True if the receiver has rejected the packet. In this case, the receiver may receive the packet again. */
        boolean isRefused;

        private void copy(final CapturedPacket other, final int ofSide) {
            if (other.captured > memory.capacity()) {
                memory.wrap(new byte[Integer.highestOneBit(other.captured - 1) << 1]);
            }
            packet.copyOf(other, memory);
            side = ofSide;
            isRefused = false;
        }
    }

    /** A pool of copies of packets. */
    static final class Pool {
        private final MemoryBudget budget;
        private final ArrayDeque<Held> idle = new ArrayDeque<>();

        Pool(final MemoryBudget budget) {
            this.budget = budget;
        }

        private Held copyOf(final CapturedPacket packet, final int side) {
            if (!budget.take(OVERHEAD + packet.captured)) {
                return null;
            }
            final Held held = idle.isEmpty() ? new Held() : idle.pop();
            held.copy(packet, side);
            return held;
        }

        private void takeBack(final Held held) {
            budget.giveBack(OVERHEAD + held.packet.captured);
            idle.push(held);
        }
    }

    boolean isEmpty() {
        return first == packets.size();
    }

    int count() {
        return packets.size() - first;
    }

    /** Returns the packet at the given position, starting at 0. */
    Held get(final int place) {
        return packets.get(first + place);
    }

    /** Inserts a copy of a packet at a position. Returns false if there is not enough memory. */
    boolean add(final int place, final CapturedPacket packet, final int side) {
        final Held held = pool.copyOf(packet, side);
        if (held == null) {
            return false;
        }
        packets.add(first + place, held);
        return true;
    }

    /** Removes a packet. The packet stays valid until any connection of the capture adds a packet. */
    Held remove(final int place) {
        final Held held;
        if (place == 0) {
            held = packets.set(first++, null);
            trim();
        } else {
            held = packets.remove(first + place);
        }
        pool.takeBack(held);
        return held;
    }

    private void trim() {
        if (first > packets.size() / 2) {
            packets.subList(0, first).clear();
            first = 0;
        }
    }
}
