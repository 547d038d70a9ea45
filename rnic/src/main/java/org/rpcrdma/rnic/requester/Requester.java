// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.RnicCompletionQueue;
import org.rpcrdma.rnic.queue.SendElements;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * The requesting half of a queue pair. It executes the send queue in order, one packet per turn, and completes requests
 * in order.
 *
 * <pre>
 *                  +- {@link SendSequence}     PSNs: sent, acknowledged
 *                  +- {@link SendElements}     the memory of requests
 *                  +- {@link SendWindow}       the limit of packets in flight
 *                  +- {@link RequestSender}    the packets of requests
 *   Requester -----+- {@link LocalOperations}  registrations, invalidations
 *                  +- {@link Retransmission}   ACKs, NAKs, repeats ({@link RetryTimer})
 *                  +- {@link ReadResponses}    responses to READs and atomics ({@link PendingReads})
 *                  +- {@link RequestProgress}  completions, in order; failures
 * </pre>
 *
 * <p>A request is finished when its last PSN has been acknowledged; a READ is finished when its data is in memory.
 * Later requests start before an earlier READ is finished, up to the maximum number of outstanding READs. After an RNR
 * NAK or an acknowledgement timeout, sending goes back to the first PSN that the peer has not accepted.
 */
public final class Requester {
    private final Personality personality;
    private final Link link;
    private final DeviceDma dma;
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendElements memory;
    private final SendWindow window;
    private final RequestSender sender;
    private final LocalOperations localOperations;
    private final PendingReads reads;
    private final SendCompletions completions;
    private final RetryTimer retryTimer;
    private final RequestProgress progress;
    private final Retransmission retransmission;
    private final ReadResponses responses;
    private final Departures departures;
    private final TurnTimer turn;
    private final QueuePairType type;

    private int mtu;
    private boolean isConnected;

    /**
     * Creates a requester that is not ready to send.
     *
     * @param context         the context that the queue pair's parts share.
     * @param queue           the send queue.
     * @param completionQueue receives the completions.
     * @param signalsAll      true if every successful request is reported.
     * @param localOperations executes requests that send no packet.
     * @param dma             reads and writes the host's memory.
     */
    public Requester(
            final QueuePairContext context,
            final SendQueue queue,
            final RnicCompletionQueue completionQueue,
            final boolean signalsAll,
            final LocalOperations localOperations,
            final DeviceDma dma) {
        this.queue = queue;
        this.localOperations = localOperations;
        this.dma = dma;
        personality = context.personality();
        link = context.peer().link();
        turn = context.turn();
        type = context.self().type;
        final Timeline timeline = context.timeline();
        sequence = new SendSequence(queue);
        memory = new SendElements(dma, context.domain(), queue);
        window = new SendWindow(link, timeline, sequence);
        sender = new RequestSender(context, queue, sequence, memory, window);
        reads = new PendingReads(queue, sequence);
        completions = new SendCompletions(context, queue, sequence, completionQueue, signalsAll);
        retryTimer = new RetryTimer(timeline);
        progress = new RequestProgress(context, queue, sequence, window, completions, localOperations, retryTimer);
        retransmission = new Retransmission(context, sequence, window, reads, localOperations, progress, retryTimer);
        final ReadTarget target = new ReadTarget(queue, reads, window, memory, completions);
        responses = new ReadResponses(context, sequence, reads, target, progress, retransmission, dma);
        departures = new Departures(queue, sequence, progress, timeline);
    }

    /** Prepares to send, starting with the given PSN. */
    public void connect(
            final int pathMtu,
            final int retryCount,
            final int rnrRetryCount,
            final long ackTimeout,
            final int maxReadAtomic,
            final long firstPsn) {
        mtu = pathMtu;
        sender.connect(pathMtu);
        responses.connect(pathMtu);
        retryTimer.connect(retransmission, retryCount, rnrRetryCount, ackTimeout);
        reads.connect(maxReadAtomic);
        sequence.begin(firstPsn);
        isConnected = true;
    }

    /** Resumes after a request has failed and the later requests have been flushed. */
    public void resume() {
        sequence.skipFlushed();
        sequence.goOn();
    }

    /** Requests a report to the queue pair once all requests that have begun are finished. */
    public void drain() {
        progress.drain();
    }

    /** Returns true if this requester is ready to send. */
    public boolean isConnected() {
        return isConnected;
    }

    /** Returns true if a message is in progress and has more packets to send. */
    public boolean isInMessage() {
        return sequence.hasNext() && sequence.isNextStarted();
    }

    /** Returns true if there is a request to send or to execute. */
    public boolean hasWork() {
        return sequence.hasNext();
    }

    /** Returns true if a sent packet has not been acknowledged yet. */
    public boolean isAnswerMissing() {
        return sequence.isAnswerMissing();
    }

    /** Schedules a turn of the queue pair at the given time. */
    public void wakeAt(final long time) {
        turn.at(time);
    }

    /**
     * Executes the next part of a request, for example one packet. Returns true if another part can follow immediately.
     * Local requests that do not take a separate turn are executed together, because messages that depend on a
     * registration may arrive at any time.
     */
    public boolean transmit(final long now) {
        boolean canFollow = transmitNext(now);
        while (canFollow && !localOperations.hasTurn() && isNextLocal()) {
            canFollow = transmitNext(now);
        }
        return canFollow;
    }

    private boolean isNextLocal() {
        return Operation.isLocal(queue.at(queue.slot(queue.next)).operation);
    }

    private boolean transmitNext(final long now) {
        if (!sequence.hasNext()) {
            return false;
        }
        final int slot = queue.slot(queue.next);
        final long readyAt = Math.max(turn.pausedUntil(), queue.at(slot).visibleAt);
        if (readyAt > now) {
            turn.at(readyAt);
            return false;
        }
        final byte operation = queue.at(slot).operation;
        if (isFenced(slot, operation)) {
            return false;
        }
        if (Operation.isLocal(operation)) {
            return carryOutLocally(slot, operation, now);
        }
        if (Operation.isRead(operation) && reads.isFull()) {
            return false;
        }
        if (!sequence.isNextStarted() && !start(slot)) {
            return false;
        }
        if (!sender.hasRoom(slot, operation)) {
            progress.awaitRoom();
            return false;
        }
        if (!send(slot, operation)) {
            return false;
        }
        sent(slot, now);
        return sequence.hasNext();
    }

    /**
     * Returns true if a request must wait for earlier requests. A request with a fence waits for READs and atomics. An
     * invalidation waits for all requests, because they may use the key that it invalidates (InfiniBand 10.6.5.1); on
     * soft-RoCE, it always waits.
     */
    private boolean isFenced(final int slot, final byte operation) {
        final boolean hasFence = (queue.at(slot).flags & SendRequests.FENCE) != 0;
        if (operation != Operation.LOCAL_INVALIDATE) {
            return hasFence && !reads.isEmpty();
        }
        final boolean isFenced = (hasFence || personality == Personality.RXE) && queue.completed < queue.next;
        progress.fenceNext(isFenced);
        return isFenced;
    }

    private void sent(final int slot, final long now) {
        if (type.isReliable()) {
            retryTimer.sent(now);
        } else if (queue.slot(queue.next) != slot || queue.next == queue.tail) {
            departures.add(slot, link.lastDeparture());
        }
    }

    private boolean carryOutLocally(final int slot, final byte operation, final long now) {
        if (queue.at(slot).isDone) {
            sequence.nextRequest();
            return sequence.hasNext();
        }
        if (!localOperations.isUnderWay()) {
            queue.takeNext();
            final long nanos = localOperations.begin(slot);
            if (nanos > 0 || localOperations.hasTurn()) {
                turn.pauseUntil(now + nanos);
                return false;
            }
        }
        final int status = localOperations.end(slot);
        if (status != CompletionStatus.SUCCESS) {
            progress.failAt(queue.next, status);
            return false;
        }
        doneWithoutPacket(slot);
        return sequence.hasNext();
    }

    private void doneWithoutPacket(final int slot) {
        queue.at(slot).isDone = true;
        sequence.startLocal(slot);
        sequence.nextRequest();
        progress.completeInOrder();
    }

    /** Returns true if local memory is checked when the response arrives, as for READs and atomics on soft-RoCE. */
    private boolean isAnswerChecked(final int slot) {
        return personality == Personality.RXE && Operation.isRead(queue.at(slot).operation);
    }

    /**
     * Assigns PSNs to a request. The request fails if it may not access its local memory. A datagram that is too long
     * also fails, except on soft-RoCE, which silently drops it.
     */
    private boolean start(final int slot) {
        final boolean isTooLong = type == QueuePairType.UD && queue.totals.get(slot) > mtu;
        if (isTooLong && personality == Personality.RXE) {
            doneWithoutPacket(slot);
            turn.now();
            return false;
        }
        if (!isAnswerChecked(slot) && !memory.isAllowed(slot)) {
            progress.failAt(queue.next, personality.badMemory());
            return false;
        }
        if (isTooLong) {
            progress.failAt(queue.next, CompletionStatus.LOC_LEN_ERR);
            return false;
        }
        queue.takeNext();
        final int total = queue.totals.get(slot);
        sequence.start(slot, total <= mtu ? 1 : (int) (((long) total + mtu - 1) / mtu));
        return true;
    }

    /** Sends a request's next packet. The request fails if its memory cannot be read. */
    private boolean send(final int slot, final byte operation) {
        final DmaTransfer transfer = dma.begin();
        if (Operation.isAtomic(operation)) {
            sender.sendAtomic(slot, operation);
            reads.requested();
        } else if (Operation.isRead(operation)) {
            if (sender.sendRead(slot)) {
                reads.requested();
            }
        } else if (!sender.sendData(slot, operation, transfer)) {
            progress.stopAtMemory(queue.next, personality.badMemory(), transfer);
            return false;
        }
        return true;
    }

    /** Handles an ACK or a NAK. */
    public void answer(final Packet packet) {
        retransmission.answer(packet);
    }

    /** Handles a packet of the response to a READ or an atomic, and takes ownership of it. */
    public void readResponse(final Packet packet) {
        responses.take(packet);
    }

    /** Returns the time, in ns, at which the data of all responses received so far is in memory. */
    public long lastLanding() {
        return reads.lastLanding();
    }

    /** Completes all requests with WR_FLUSH_ERR. */
    public void flush() {
        stop();
        completions.flush();
    }

    /** Discards outstanding requests without completing them. */
    public void discard() {
        responses.end();
        stop();
        for (long position = queue.completed; position < queue.tail; position++) {
            queue.release(queue.slot(position));
        }
    }

    private void stop() {
        sequence.halt();
        turn.stop();
        retryTimer.stop();
        window.leave();
        departures.stop();
    }
}
