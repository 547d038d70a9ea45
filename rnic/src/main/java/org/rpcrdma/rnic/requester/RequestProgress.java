// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Tracks the progress of a send queue and completes finished requests in order. A request that fails stops the queue.
 * First, all earlier requests complete; then, the failed request completes. Finally, {@link QueuePairEvents#sendFailed}
 * stops the queue pair, except that a DC initiator continues with other streams.
 */
final class RequestProgress {
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendWindow window;
    private final SendCompletions completions;
    private final LocalOperations localOperations;
    private final RetryTimer retryTimer;
    private final TurnTimer turn;
    private final QueuePairEvents events;

    private boolean isDraining;
    /** True while the next packet must wait for acknowledgements. */
    private boolean isRoomAwaited;
    /** True while the next request must wait until all earlier requests are complete. */
    private boolean isNextFenced;

    RequestProgress(
            final QueuePairContext context,
            final SendQueue queue,
            final SendSequence sequence,
            final SendWindow window,
            final SendCompletions completions,
            final LocalOperations localOperations,
            final RetryTimer retryTimer) {
        this.queue = queue;
        this.sequence = sequence;
        this.window = window;
        this.completions = completions;
        this.localOperations = localOperations;
        this.retryTimer = retryTimer;
        turn = context.turn();
        events = context.events();
    }

    /** Sets or clears the fence. While it is set, the next request waits until all earlier requests are complete. */
    void fenceNext(final boolean isFenced) {
        isNextFenced = isFenced;
    }

    /** Requests one report after all requests that have begun are finished. */
    void drain() {
        isDraining = true;
        reportDrained();
    }

    private void reportDrained() {
        if (!sequence.hasOutstanding()) {
            isDraining = false;
            events.sendQueueDrained();
        }
    }

    /**
     * Records that the peer has executed all requests up to a PSN. READ responses before that PSN may still be missing.
     */
    void taken(final long psn) {
        if (sequence.taken(psn)) {
            retryTimer.progress();
        }
    }

    /** Makes the next packet wait for acknowledgements. */
    void awaitRoom() {
        isRoomAwaited = true;
    }

    /** Records that the peer has acknowledged everything up to a PSN. */
    void acknowledge(final long psn) {
        final long before = sequence.firstMissing();
        if (sequence.acknowledge(psn)) {
            window.arrived(sequence.firstMissing() - before);
            retryTimer.progress();
            if (isRoomAwaited) {
                isRoomAwaited = false;
                turn.now();
            }
        }
        retryTimer.answered();
        completeInOrder();
    }

    /**
     * Stops at a request whose memory cannot be accessed. The request waits if pages are being faulted in; otherwise,
     * it fails.
     */
    void stopAtMemory(final long position, final int status, final DmaTransfer transfer) {
        if (transfer.isPageFault()) {
            turn.pauseUntil(transfer.pageFaultEnd());
        } else {
            failAt(position, status);
        }
    }

    /** Fails a request once all earlier requests are finished. */
    void failAt(final long position, final int status) {
        completions.fail(position, status);
        sequence.haltAt(position);
        completeInOrder();
    }

    /**
     * Finishes a READ whose data is in memory, and invalidates the key that it specifies. Returns false if the
     * invalidation fails.
     */
    boolean finishRead(final long position) {
        if (!localOperations.invalidateAfterRead(position)) {
            failAt(position, CompletionStatus.LOC_QP_OP_ERR);
            return false;
        }
        completeInOrder();
        return true;
    }

    /** Completes the finished requests. */
    void completeInOrder() {
        if (!completions.completeInOrder()) {
            events.sendFailed();
        } else if (!sequence.isAnswerMissing()) {
            retryTimer.stop();
            window.leave();
        }
        if (isNextFenced && queue.completed == queue.next && sequence.hasNext()) {
            turn.now();
        }
        if (isDraining) {
            reportDrained();
        }
    }
}
