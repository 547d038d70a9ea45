// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * The calls that a connection has sent, in that order, until reply and Send completion have come; those whose reply has
 * not come also by transaction id.
 */
final class SentCalls {
    private final Int2ObjectHashMap<CallSlot> awaited = new Int2ObjectHashMap<>();
    private CallSlot oldest;
    private CallSlot newest;

    /** Has a reply with a transaction id lead to a call. Returns false if another call waits for that. */
    boolean await(final CallSlot slot, final int xid) {
        return awaited.putIfAbsent(xid, slot) == null;
    }

    /** Adds a call that awaits its reply, the last that was sent. */
    void add(final CallSlot slot) {
        slot.before = newest;
        slot.behind = null;
        if (newest == null) {
            oldest = slot;
        } else {
            newest.behind = slot;
        }
        newest = slot;
    }

    /** Returns the call that a reply is for, which waits for none any more; null if there is none. */
    CallSlot answered(final int xid) {
        return awaited.remove(xid);
    }

    void remove(final CallSlot slot) {
        if (slot.before == null) {
            oldest = slot.behind;
        } else {
            slot.before.behind = slot.behind;
        }
        if (slot.behind == null) {
            newest = slot.before;
        } else {
            slot.behind.before = slot.before;
        }
        slot.before = null;
        slot.behind = null;
    }

    boolean isEmpty() {
        return oldest == null;
    }

    /** Returns the first of all; {@link CallSlot#behind} leads on. */
    CallSlot oldest() {
        return oldest;
    }

    /** Returns the first whose handler was not called; null if there is none. */
    CallSlot oldestUnanswered() {
        CallSlot slot = oldest;
        while (slot != null && slot.state != CallSlot.SENT) {
            slot = slot.behind;
        }
        return slot;
    }
}
