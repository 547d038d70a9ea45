// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/**
 * The Receives that one queue pair has consumed from a shared queue, one per arriving message. The ring grows with the
 * number of Receives that have been consumed but not polled.
 */
public final class TakenReceives extends ReceiveQueue {
    private final RnicSharedReceiveQueue shared;

    public TakenReceives(
            final RnicSharedReceiveQueue shared, final RnicCompletionQueue completions, final int inlineRoom) {
        super(
                shared.domain().number(),
                shared.owner().contexts(),
                completions,
                shared.maxWr(),
                shared.maxSge(),
                inlineRoom);
        this.shared = shared;
    }

    @Override
    public boolean take(final long now) {
        if (consumed == tail) {
            final SharedReceiveRing receives = shared.receives();
            if (!receives.take(now)) {
                return false;
            }
            fetch(receives, receives.slot(receives.consumed - 1));
            shared.taken();
        }
        consumed++;
        return true;
    }

    private void fetch(final SharedReceiveRing receives, final int from) {
        final int slot = append();
        wrIds.set(slot, receives.wrIds.get(from));
        totals.set(slot, receives.totals.get(from));
        copyElements(slot, receives, from);
    }

    @Override
    void reclaimTo(final long position) {
        shared.receives().free(position + 1 - reclaimed);
        super.reclaimTo(position);
    }

    @Override
    public void drop() {
        shared.receives().free(tail - completed);
        super.drop();
    }
}
