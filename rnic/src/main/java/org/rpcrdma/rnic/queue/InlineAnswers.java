// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.link.Packet;

/** The answers to READs and atomics that go into completions; kept from their arrival until the completion is added. */
public final class InlineAnswers {
    private final InlineData data;
    private final boolean[] isHere;

    InlineAnswers(final int room, final int slots) {
        data = new InlineData(room, slots);
        isHere = new boolean[slots];
    }

    /** Returns the most bytes of an answer. */
    public int room() {
        return data.size();
    }

    /** Keeps the answer to the request of a slot. */
    public void take(final Packet packet, final int slot) {
        packet.payload.copyTo(data.address(slot), packet.payload.length());
        isHere[slot] = true;
    }

    /** Removes the answer to the request of a slot, which completes. Returns true if there was one. */
    public boolean remove(final int slot) {
        final boolean wasHere = isHere[slot];
        isHere[slot] = false;
        return wasHere;
    }

    /** Returns the address of an answer. */
    public long address(final int slot) {
        return data.address(slot);
    }
}
