// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Handles the peer's ACKs and NAKs, and goes back to the first packet that the peer has not received:
 *
 * <pre>
 * RNR NAK                    from its PSN, after the wait that it demands; RNR_RETRY times
 * NAK of a sequence gap      from its PSN, immediately                      RETRY_COUNT times
 * a READ's response missing  the READ, from the first missing packet, once; then by the timer
 * no answer in time          from the first missing PSN                     RETRY_COUNT times
 * other NAKs                 the request fails
 * </pre>
 */
final class Retransmission {
    private final SendSequence sequence;
    private final SendWindow window;
    private final PendingReads reads;
    private final LocalOperations localOperations;
    private final RequestProgress progress;
    private final RetryTimer retryTimer;
    private final TurnTimer turn;
    private final QueuePairEvents events;
    private final Timeline timeline;

    Retransmission(
            final QueuePairContext context,
            final SendSequence sequence,
            final SendWindow window,
            final PendingReads reads,
            final LocalOperations localOperations,
            final RequestProgress progress,
            final RetryTimer retryTimer) {
        this.sequence = sequence;
        this.window = window;
        this.reads = reads;
        this.localOperations = localOperations;
        this.progress = progress;
        this.retryTimer = retryTimer;
        turn = context.turn();
        events = context.events();
        timeline = context.timeline();
    }

    /**
     * Handles an ACK or a NAK. If an ACK refers to a request after a READ, but the READ's response is missing, the
     * response was lost (an implied NAK).
     */
    void answer(final Packet packet) {
        final long psn = sequence.answered(packet.psn);
        final boolean isAck = packet.kind == Packet.ACK;
        if (!sequence.isKnown(psn) || !isAck && psn < sequence.firstMissing()) {
            return;
        }
        final long taken = isAck ? psn : psn - 1;
        final long missing = reads.firstMissing();
        progress.taken(taken);
        progress.acknowledge(Math.min(taken, missing - 1));
        if (missing <= taken && events.isOperational()) {
            askForResponse(missing);
        }
        if (!isAck && events.isOperational()) {
            takeNak(packet, psn);
        }
    }

    private void takeNak(final Packet packet, final long psn) {
        final long position = sequence.find(psn);
        if (position == SendSequence.NOT_FOUND || sequence.isHaltedAt(position)) {
            return;
        }
        switch (packet.kind) {
            case Packet.RNR_NAK -> retransmitLater(position, psn, packet.wait);
            case Packet.SEQUENCE_NAK -> retransmit(position, psn);
            default -> progress.failAt(position, packet.status);
        }
    }

    /**
     * Waits after an RNR NAK, because the peer has no Receive or its pages are not present. A repeated NAK for the same
     * packet is counted only once.
     */
    private void retransmitLater(final long position, final long psn, final long wait) {
        if (sequence.isAt(position, psn) && turn.pausedUntil() > timeline.nanoTime()) {
            return;
        }
        if (retryTimer.isRnrRetrySpent()) {
            progress.failAt(position, CompletionStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        goBack(position, psn);
        window.leave();
        turn.pauseUntil(retryTimer.awaitReceive(wait));
    }

    private void retransmit(final long position, final long psn) {
        if (!sequence.isBehind(position, psn)) {
            return;
        }
        if (!retryTimer.retry()) {
            progress.failAt(position, CompletionStatus.RETRY_EXC_ERR);
            return;
        }
        window.lost();
        goBack(position, psn);
        turn.now();
    }

    /**
     * Requests a READ's response again, starting with the missing packet. This happens only once; afterwards, the timer
     * repeats the request.
     */
    void askForResponse(final long missing) {
        final long position = reads.oldest();
        if (!reads.isResponseAwaited() && reads.isOldestRequested() && !sequence.isHaltedAt(position)) {
            reads.awaitResponse();
            retransmit(position, missing);
        }
    }

    /** Returns true if an acknowledgement or response is outstanding. */
    boolean isAnswerMissing() {
        return sequence.isAnswerMissing();
    }

    /** Retransmits, starting with the first unacknowledged PSN. */
    void retransmitOldest() {
        final long position = sequence.find(sequence.firstMissing());
        if (position != SendSequence.NOT_FOUND && !sequence.isHaltedAt(position)) {
            window.lost();
            goBack(position, sequence.firstMissing());
            turn.now();
        }
    }

    /** Fails the oldest request because the peer has not answered any retransmission. */
    void giveUp() {
        progress.failAt(sequence.find(sequence.firstMissing()), CompletionStatus.RETRY_EXC_ERR);
    }

    /** Moves sending back to a PSN of an earlier request, unless sending has already reached or passed it. */
    void goBack(final long position, final long psn) {
        if (sequence.isBehind(position, psn)) {
            reads.goBack(position);
            sequence.goBack(position, psn);
            window.wentBack();
            localOperations.interrupt();
        }
    }
}
