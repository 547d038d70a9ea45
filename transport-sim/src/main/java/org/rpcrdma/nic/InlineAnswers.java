// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** The answers to reads and atomics that go into their completions, from when they arrive until those are added. */
final class InlineAnswers {
    private final InlineData data;
    private final boolean[] isHere;

    InlineAnswers(final int room, final int slots) {
        data = new InlineData(room, slots);
        isHere = new boolean[slots];
    }

    /** Bytes of an answer at most. */
    int room() {
        return data.size();
    }

    /** Takes the answer to the request of a slot. */
    void take(final Packet packet, final int slot) {
        packet.payload.copyTo(data.address(slot), packet.payload.length());
        isHere[slot] = true;
    }

    /** Forgets the answer to the request of a slot, which completes. Returns whether there was one. */
    boolean remove(final int slot) {
        final boolean wasHere = isHere[slot];
        isHere[slot] = false;
        return wasHere;
    }

    /** Where an answer is. */
    long address(final int slot) {
        return data.address(slot);
    }
}
