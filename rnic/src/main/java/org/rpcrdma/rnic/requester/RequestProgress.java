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
 * How far a send queue is: completes finished requests, in order, and draws the consequences. A request that fails
 * stops the queue: those before it are completed first, then it, then {@link QueuePairEvents#sendFailed} ends the queue
 * pair, or a DC initiator goes on with other streams.
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
    /** Set while the next packet waits until more is acknowledged. */
    private boolean isRoomAwaited;
    /** Set while the next request waits until all earlier ones are completed. */
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

    /** Lets the next request wait until all earlier ones are completed, or not. */
    void fenceNext(final boolean isFenced) {
        isNextFenced = isFenced;
    }

    /** Reports once that nothing that was begun is left to be done. */
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

    /** Notes that the peer has taken requests up to a PSN, though a READ's response before it may be missing. */
    void taken(final long psn) {
        if (sequence.taken(psn)) {
            retryTimer.progress();
        }
    }

    /** Lets the next packet wait until the peer has acknowledged more. */
    void awaitRoom() {
        isRoomAwaited = true;
    }

    /** Notes that the peer has everything up to a PSN. */
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

    /** Stops a request whose memory cannot be accessed: it waits for pages being faulted in, otherwise it fails. */
    void stopAtMemory(final long position, final int status, final DmaTransfer transfer) {
        if (transfer.isPageFault()) {
            turn.pauseUntil(transfer.pageFaultEnd());
        } else {
            failAt(position, status);
        }
    }

    /** Lets a request fail once those before it are done. */
    void failAt(final long position, final int status) {
        completions.fail(position, status);
        sequence.haltAt(position);
        completeInOrder();
    }

    /** Invalidates the key that a READ names, whose data is in memory, and completes it; false if that fails. */
    boolean finishRead(final long position) {
        if (!localOperations.invalidateAfterRead(position)) {
            failAt(position, CompletionStatus.LOC_QP_OP_ERR);
            return false;
        }
        completeInOrder();
        return true;
    }

    /** Completes finished requests. */
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
