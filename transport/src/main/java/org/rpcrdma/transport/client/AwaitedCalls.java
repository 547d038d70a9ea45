// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

/**
 * The calls of a connection whose reply has not come, by transaction id: a hash table of chains that lead through the
 * calls themselves. A call that leaves moves no other, and nothing is allocated once there were as many calls.
 */
final class AwaitedCalls {
    private static final int FIBONACCI = 0x9e3779b9;
    private static final int INITIAL_BUCKETS = 8;

    private CallSlot[] buckets = new CallSlot[INITIAL_BUCKETS];
    private int count;

    /** Adds a call. Returns false if there is another with its transaction id. */
    boolean add(final CallSlot slot, final int xid) {
        if (find(xid) != null) {
            return false;
        }
        if (count == buckets.length) {
            grow();
        }
        slot.awaitedXid = xid;
        link(slot);
        count++;
        return true;
    }

    /** Takes off the call of a transaction id; returns null if there is none. */
    CallSlot remove(final int xid) {
        final CallSlot slot = find(xid);
        if (slot != null) {
            unlink(slot);
            count--;
        }
        return slot;
    }

    private CallSlot find(final int xid) {
        CallSlot slot = buckets[bucket(xid)];
        while (slot != null && slot.awaitedXid != xid) {
            slot = slot.nextAwaited;
        }
        return slot;
    }

    private int bucket(final int xid) {
        return xid * FIBONACCI >>> Integer.numberOfLeadingZeros(buckets.length - 1);
    }

    private void link(final CallSlot slot) {
        final int bucket = bucket(slot.awaitedXid);
        slot.nextAwaited = buckets[bucket];
        buckets[bucket] = slot;
    }

    private void unlink(final CallSlot slot) {
        final int bucket = bucket(slot.awaitedXid);
        if (buckets[bucket] == slot) {
            buckets[bucket] = slot.nextAwaited;
        } else {
            CallSlot before = buckets[bucket];
            while (before.nextAwaited != slot) {
                before = before.nextAwaited;
            }
            before.nextAwaited = slot.nextAwaited;
        }
        slot.nextAwaited = null;
    }

    private void grow() {
        final CallSlot[] before = buckets;
        buckets = new CallSlot[2 * before.length];
        for (CallSlot slot : before) {
            while (slot != null) {
                final CallSlot next = slot.nextAwaited;
                link(slot);
                slot = next;
            }
        }
    }
}
