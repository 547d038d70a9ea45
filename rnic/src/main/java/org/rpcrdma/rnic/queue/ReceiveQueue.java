// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;

/**
 * A queue of posted Receives, which usually belongs to one queue pair:
 *
 * <pre>
 * reclaimed &lt;= completed &lt;= consumed &lt;= tail &lt;= reclaimed + limit
 *   polled        in the CQ     filling    posted
 * </pre>
 */
public class ReceiveQueue extends WorkQueue {
    /** The position of the Receive that the next message consumes. */
    public long consumed;

    private final int domain;
    private final RnicCompletionQueue completions;
    private final int inlineRoom;
    private final NicCaches contexts;
    private final DoorbellTimes doorbells = new DoorbellTimes();

    public ReceiveQueue(
            final int domain,
            final NicCaches contexts,
            final RnicCompletionQueue completions,
            final int limit,
            final int maxSge,
            final int inlineRoom) {
        super(contexts, limit, maxSge, firstCapacity(limit));
        this.inlineRoom = inlineRoom;
        this.domain = domain;
        this.completions = completions;
        this.contexts = contexts;
    }

    /** Returns the number of the protection domain to which the Receives' lkeys belong. */
    final int domain() {
        return domain;
    }

    /** Returns the completion queue for the Receives. */
    public final RnicCompletionQueue completions() {
        return completions;
    }

    /**
     * Returns the maximum length, in bytes, of a message inside its completion; 0 if messages are never delivered
     * inside completions.
     */
    final int inlineRoom() {
        return inlineRoom;
    }

    /** Posts a chain's Receives, up to the first one that does not fit. The device sees them at the given time. */
    public final void post(final ReceiveChain chain, final long time) {
        reserve(Math.min(chain.size(), (int) (limit() - (tail - reclaimed))));
        for (int i = 0; i < chain.size(); i++) {
            if (isFull()) {
                throw new PostException(Errno.ENOMEM, "receive queue is full: limit=" + limit(), i);
            }
            final int count = chain.sgeCounts.get(i);
            if (count > maxSge()) {
                throw new PostException(Errno.EINVAL, "too many elements: sge=" + count + " limit=" + maxSge(), i);
            }
            final int total = totalLength(chain, i);
            contexts.posted(this, tail);
            final int slot = append();
            wrIds.set(slot, chain.wrIds[i]);
            totals.set(slot, total);
            doorbells.add(tail, time);
            sgeCounts.set(slot, count);
            for (int element = 0; element < count; element++) {
                final int from = i * chain.maxSge + element;
                setElement(firstSge(slot) + element, chain.iovas[from], chain.lengths.get(from), chain.lkeys.get(from));
            }
        }
    }

    private static int totalLength(final ReceiveChain chain, final int i) {
        final int first = i * chain.maxSge;
        long total = 0;
        for (int element = first; element < first + chain.sgeCounts.get(i); element++) {
            if (chain.lengths.get(element) < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths.get(element), i);
            }
            total += chain.lengths.get(element);
        }
        return (int) Math.min(total, Integer.MAX_VALUE);
    }

    /**
     * Takes a Receive for a message that arrives now. Returns false if no Receive is posted, in which case the receiver
     * is not ready (RNR).
     */
    public boolean take(final long now) {
        if (consumed == tail || !doorbells.hasSeen(consumed, now)) {
            return false;
        }
        contexts.takeReceive(this, consumed);
        consumed++;
        return true;
    }

    /** Puts back the Receive that was taken last, because its message has been answered with an RNR NAK. */
    public void giveBack() {
        consumed--;
    }

    /** Drops the uncompleted Receives because the queue pair is being reset or closed. */
    public void drop() {
        completed = tail;
        consumed = tail;
    }
}
