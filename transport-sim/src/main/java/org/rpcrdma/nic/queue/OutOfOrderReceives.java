// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.cache.ContextMemory;

/**
 * Receives that psns take in the order of arrival, and that complete in the order of the messages. The Receives of
 * early messages are next in the queue; a message whose turn comes exchanges its Receive with the first:
 *
 * <pre>
 *            consumed      + reserved
 *            |             |               message C comes first, then B, then A: C took a, B took b
 * ...done... | a:C    b:B  | c    d        A's turn: it takes c, which changes places with a
 * ......done......c:A | b:B    a:C | d     B's turn, then C's: completions c, b, a for A, B, C
 * </pre>
 */
public final class OutOfOrderReceives extends ReceiveQueue {
    /** PSN of the early message that reserved the Receive at a slot. */
    private long[] psns;

    private int reserved;

    public OutOfOrderReceives(
            final int domain,
            final ContextMemory contexts,
            final SimulatedCompletionQueue completions,
            final int limit,
            final int maxSge,
            final int inlineRoom) {
        super(domain, contexts, completions, limit, maxSge, inlineRoom);
        psns = new long[capacity()];
    }

    /** Reserves the oldest free Receive for an early message that has none yet. */
    public void reserve(final long psn, final long now) {
        if (find(psn) < 0 && isUsable(consumed + reserved, now)) {
            psns[slot(consumed + reserved++)] = psn;
        }
    }

    @Override
    public boolean take(final long now, final long psn) {
        final long own = find(psn);
        final long taken = own < 0 ? consumed + reserved : own;
        if (own < 0 && !isUsable(taken, now)) {
            return false;
        }
        exchange(slot(consumed), slot(taken));
        psns[slot(taken)] = psns[slot(consumed)];
        psns[slot(consumed)] = psn;
        reserved -= own < 0 ? 0 : 1;
        takeNext();
        return true;
    }

    @Override
    public void giveBack() {
        super.giveBack();
        reserved++;
    }

    @Override
    public void drop() {
        super.drop();
        reserved = 0;
    }

    @Override
    void grow() {
        super.grow();
        psns = RingColumn.doubled(psns);
    }

    /** Returns the position of the Receive that an early message reserved, or -1. */
    private long find(final long psn) {
        for (long position = consumed; position < consumed + reserved; position++) {
            if (psns[slot(position)] == psn) {
                return position;
            }
        }
        return -1;
    }

    private void exchange(final int one, final int other) {
        if (one == other) {
            return;
        }
        wrIds.exchange(one, other);
        totals.exchange(one, other);
        sgeCounts.exchange(one, other);
        for (int i = 0; i < maxSge(); i++) {
            iovas.exchange(firstSge(one) + i, firstSge(other) + i);
            lengths.exchange(firstSge(one) + i, firstSge(other) + i);
            lkeys.exchange(firstSge(one) + i, firstSge(other) + i);
        }
    }
}
