// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

/**
 * A hash table of a connection's calls that are awaiting their replies, keyed by transaction id. The calls themselves
 * are linked into the hash chains, so a lookup accesses the call, which the caller needs next in any case. A map with
 * separate arrays of keys and values takes twice as long. Memory is allocated only when the table grows.
 */
final class AwaitedCalls {
    private static final int FIBONACCI = 0x9E37_79B9;
    private static final int INITIAL_BUCKETS = 8;

    private CallSlot[] buckets = new CallSlot[INITIAL_BUCKETS];
    private int count;

    /** Returns the call that has the given transaction id, or null. */
    CallSlot get(final int xid) {
        CallSlot slot = buckets[bucket(xid)];
        while (slot != null && slot.awaitedXid != xid) {
            slot = slot.nextAwaited;
        }
        return slot;
    }

    /** Adds a call. If another call has the same transaction id, changes nothing and returns false. */
    boolean add(final CallSlot slot, final int xid) {
        if (get(xid) != null) {
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

    /** Removes and returns the call that has the given transaction id, or returns null. */
    CallSlot remove(final int xid) {
        final int bucket = bucket(xid);
        CallSlot before = null;
        CallSlot slot = buckets[bucket];
        while (slot != null && slot.awaitedXid != xid) {
            before = slot;
            slot = slot.nextAwaited;
        }
        if (slot == null) {
            return null;
        }
        if (before == null) {
            buckets[bucket] = slot.nextAwaited;
        } else {
            before.nextAwaited = slot.nextAwaited;
        }
        slot.nextAwaited = null;
        count--;
        return slot;
    }

    private void link(final CallSlot slot) {
        final int bucket = bucket(slot.awaitedXid);
        slot.nextAwaited = buckets[bucket];
        buckets[bucket] = slot;
    }

    private int bucket(final int xid) {
        return xid * FIBONACCI >>> Integer.numberOfLeadingZeros(buckets.length - 1);
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
