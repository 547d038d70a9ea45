// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cache.WorkQueueContext;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/**
 * Receives, those of a queue pair as a rule:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= consumed &lt;= tail &lt;= reclaimed + limit
 *   polled        in the CQ     filling    posted
 * </pre>
 */
class ReceiveQueue extends WorkQueue {
    /** The next Receive to be taken by a message. */
    long consumed;

    private final int domain;
    private final SimulatedCompletionQueue completions;
    private final int inlineRoom;
    private final ContextMemory contexts;
    /** What it is to the contexts. */
    private final WorkQueueContext context;

    ReceiveQueue(
            final int domain,
            final ContextMemory contexts,
            final SimulatedCompletionQueue completions,
            final int limit,
            final int maxSge,
            final int inlineRoom) {
        super(limit, maxSge, firstCapacity(limit));
        this.inlineRoom = inlineRoom;
        this.domain = domain;
        this.completions = completions;
        this.contexts = contexts;
        context = contexts.newWorkQueue();
    }

    /** The domain that the Receives were posted in. */
    final int domain() {
        return domain;
    }

    /** Where the Receives complete. */
    final SimulatedCompletionQueue completions() {
        return completions;
    }

    /** Bytes of a message that go into its completion at most; 0 where none do. */
    final int inlineRoom() {
        return inlineRoom;
    }

    /** Posts the Receives of a chain, up to the first that does not fit; they can be used from a time on. */
    final void post(final ReceiveChain chain, final long time) {
        for (int i = 0; i < chain.size(); i++) {
            if (isFull()) {
                throw new PostException(Errno.ENOMEM, "receive queue is full: limit=" + limit(), i);
            }
            final int count = chain.sgeCounts[i];
            if (count > maxSge()) {
                throw new PostException(Errno.EINVAL, "too many elements: sge=" + count + " limit=" + maxSge(), i);
            }
            final int total = totalLength(chain, i);
            contexts.posted(context, tail);
            final int slot = append();
            wrIds[slot] = chain.wrIds[i];
            totals[slot] = total;
            visibleAt[slot] = time;
            setElements(slot, chain.iovas, chain.lengths, chain.lkeys, i * chain.maxSge, count);
        }
    }

    private static int totalLength(final ReceiveChain chain, final int i) {
        final int first = i * chain.maxSge;
        long total = 0;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            if (chain.lengths[element] < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths[element], i);
            }
            total += chain.lengths[element];
        }
        return (int) Math.min(total, Integer.MAX_VALUE);
    }

    /**
     * Takes a Receive for a message that arrives now. Returns false where none is there.
     *
     * @param message the number of the packet that takes it.
     */
    boolean take(final long now, final long message) {
        if (!isUsable(consumed, now)) {
            return false;
        }
        noteTaken();
        return true;
    }

    /** Whether there is a Receive at a place that the device has seen. */
    final boolean isUsable(final long position, final long now) {
        return position != tail && visibleAt[slot(position)] <= now;
    }

    /** The next Receive is taken. */
    final void noteTaken() {
        contexts.takeReceive(context, consumed);
        consumed++;
    }

    /** Gives back the Receive that was taken last: its message does not come now. */
    void giveBack() {
        consumed--;
    }

    /** Forgets what did not complete: the queue pair has come to the end of a life. */
    void drop() {
        completed = tail;
        consumed = tail;
    }
}
