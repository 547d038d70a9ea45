// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.link.Packet;

/**
 * Responses to READs and atomics that are delivered inside completions. A response is stored from its arrival until its
 * completion is added.
 */
public final class InlineAnswers {
    private final InlineData data;
    private final boolean[] isHere;

    InlineAnswers(final int room, final int slots) {
        data = new InlineData(room, slots);
        isHere = new boolean[slots];
    }

    /** Returns the maximum length of a response, in bytes. */
    public int room() {
        return data.size();
    }

    /** Stores the response to the request in a slot. */
    public void take(final Packet packet, final int slot) {
        packet.payload.copyTo(data.address(slot), packet.payload.length());
        isHere[slot] = true;
    }

    /** Removes the response for a slot whose request is being completed. Returns true if there was a response. */
    public boolean remove(final int slot) {
        final boolean wasHere = isHere[slot];
        isHere[slot] = false;
        return wasHere;
    }

    /** Returns the native address of a response. */
    public long address(final int slot) {
        return data.address(slot);
    }
}
