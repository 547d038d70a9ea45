// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.ArrayList;

/** The calls of a client, used again, as many as were ever staged or on their way at once. Their ids stand in work-request ids. */
final class CallSlots {
    private final ClientSession session;
    private final ClientResources shared;
    private final ArrayList<CallSlot> all = new ArrayList<>();
    private final ArrayList<CallSlot> free = new ArrayList<>();

    CallSlots(final ClientSession session, final ClientResources shared) {
        this.session = session;
        this.shared = shared;
    }

    CallSlot take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final CallSlot slot = new CallSlot(session, all.size(), shared);
        all.add(slot);
        return slot;
    }

    void give(final CallSlot slot) {
        slot.state = CallSlot.FREE;
        slot.handler = null;
        slot.sendPending = false;
        free.add(slot);
    }

    CallSlot get(final int id) {
        return all.get(id);
    }

    void close() {
        all.forEach(slot -> slot.buffer.close());
    }
}
