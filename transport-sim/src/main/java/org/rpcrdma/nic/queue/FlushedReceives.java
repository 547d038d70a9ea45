// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;

/**
 * The completions of Receives that were flushed at once, neighbours in their queue: those from a position to another.
 * They take no memory of a {@link CompletionRing}, which would have to grow for all Receives of a queue when it ends.
 */
final class FlushedReceives {
    private final int queuePair;
    private final ReceiveQueue queue;
    private long next;
    private long end;

    FlushedReceives(final int queuePair, final ReceiveQueue queue, final long from, final long to) {
        this.queuePair = queuePair;
        this.queue = queue;
        next = from;
        end = to;
    }

    int size() {
        return (int) (end - next);
    }

    /** Adds those behind the last one. Returns false if these are others. */
    boolean extend(final int itsQueuePair, final ReceiveQueue itsQueue, final long from, final long to) {
        if (itsQueue != queue || itsQueuePair != queuePair || from != end) {
            return false;
        }
        end = to;
        return true;
    }

    /** Moves a number of the oldest to a batch that has room; frees their places in the queue. */
    void poll(final Completions batch, final int count) {
        for (int i = 0; i < count; i++) {
            batch.append(
                    queue.wrIds[queue.slot(next)],
                    CompletionStatus.WR_FLUSH_ERR,
                    queuePair,
                    CompletionOpcode.RECV,
                    0,
                    0,
                    0);
            queue.reclaimTo(next++);
        }
    }

    /** Adds all of them to a ring, an entry each. */
    void moveTo(final CompletionRing ring) {
        final CompletionEntry entry = new CompletionEntry();
        while (next < end) {
            entry.fill(queuePair, queue, next++, CompletionStatus.WR_FLUSH_ERR, CompletionOpcode.RECV);
            ring.add(entry);
        }
    }
}
