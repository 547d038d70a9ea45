// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.requester;

import org.rpcrdma.nic.DeviceDma;
import org.rpcrdma.nic.DmaTransfer;
import org.rpcrdma.nic.Operation;
import org.rpcrdma.nic.SendElements;
import org.rpcrdma.nic.SendQueue;
import org.rpcrdma.nic.SimulatedCompletionQueue;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.nic.transmit.Landing;
import org.rpcrdma.nic.transmit.LandingPool;
import org.rpcrdma.nic.transmit.LandingTaker;
import org.rpcrdma.nic.transmit.QueuePairContext;
import org.rpcrdma.nic.transmit.QueuePairEvents;
import org.rpcrdma.nic.transmit.TurnTimer;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * The requesting half of a queue pair: carries out the send queue in order, one packet a turn, and completes it in
 * order.
 *
 * <pre>
 *                  +- {@link SendSequence}     the numbers of packets: sent, acknowledged
 *                  +- {@link SendElements}       the memory that requests name
 *   Requester -----+- {@link RequestSender}    the packets of requests
 *                  +- {@link PendingReads}     READs whose data is on its way
 *                  +- {@link LocalOperations}  registrations, invalidations
 *                  +- {@link TurnTimer}        when to take the next turn
 *                  +- {@link RetryTimer}       when to send again
 *                  +- {@link SendCompletions}  completions, in order
 * </pre>
 *
 * <p>A request is done once its last number is acknowledged, a READ once its data is in memory. A later request starts
 * before an earlier READ is done, up to the number of READs that may be outstanding. After a receiver-not-ready answer,
 * and after the peer did not answer in time, sending goes back to the first number that was not taken.
 *
 * <p>A request that fails stops the queue: those before it are completed first, then it, then the queue pair goes to
 * the state ERR.
 */
public final class Requester implements LandingTaker {
    private static final long NOWHERE = Long.MAX_VALUE;

    private final QueuePairEvents events;
    private final PacketPool packets;
    private final LandingPool landings;
    private final DeviceDma dma;
    private final Link link;
    private final ContextMemory contexts;
    private final Simulation simulation;
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendElements memory;
    private final RequestSender sender;
    private final PendingReads reads;
    private final LocalOperations localOperations;
    private final SendCompletions completions;
    private final RetryTimer retryTimer;
    private final TurnTimer turn;
    private final Departures departures;
    private final QueuePairType type;
    private final Personality personality;
    /** Null but on the sending end of dynamic connections. */
    private final DynamicInitiator initiator;

    private int mtu;
    private long busyUntil;
    private boolean isDraining;
    private boolean isConnected;
    private boolean hasEnded;
    /** From where on requests are not sent any more: one there failed. */
    private long haltsAt = NOWHERE;

    /** A READ's response has a gap, and was asked for again: what else arrives of responses before is dropped. */
    private boolean isResponseAwaited;
    /** The next request is an invalidation that waits until all earlier ones are completed. */
    private boolean isInvalidationFenced;

    public Requester(
            final QueuePairContext context,
            final SendQueue queue,
            final SimulatedCompletionQueue completionQueue,
            final boolean signalsAll,
            final DynamicInitiator initiator) {
        this.queue = queue;
        this.initiator = initiator;
        final Hardware hardware = context.hardware();
        events = context.events();
        turn = context.turn();
        type = context.self().type;
        packets = hardware.packets();
        landings = hardware.landings();
        dma = hardware.dma();
        link = hardware.link();
        contexts = hardware.contexts();
        simulation = hardware.simulation();
        personality = hardware.personality();
        sequence = new SendSequence(queue);
        memory = new SendElements(hardware.keys(), dma, context.domain(), queue);
        sender = new RequestSender(context, queue, sequence, memory, initiator);
        reads = new PendingReads(queue, sequence);
        localOperations = new LocalOperations(context, queue);
        completions = new SendCompletions(context, queue, sequence, completionQueue, signalsAll);
        retryTimer = new RetryTimer(this, simulation);
        departures = new Departures(this, queue, simulation);
    }

    /** Makes ready to send, from a number on. */
    public void connect(
            final int pathMtu,
            final int retryCount,
            final int rnrRetryCount,
            final long ackTimeout,
            final int maxReadAtomic,
            final long firstPsn) {
        mtu = pathMtu;
        sender.connect(pathMtu);
        retryTimer.connect(retryCount, rnrRetryCount, ackTimeout);
        reads.connect(maxReadAtomic);
        sequence.begin(firstPsn);
        isConnected = true;
    }

    /** Goes on after a request failed and those behind it were flushed. */
    public void resume() {
        sequence.skipFlushed();
        haltsAt = NOWHERE;
    }

    /** Tells the queue pair once nothing that was begun is left to be done. */
    public void drain() {
        isDraining = true;
        tellDrained();
    }

    private void tellDrained() {
        if (!sequence.hasOutstanding()) {
            isDraining = false;
            events.sendQueueDrained();
        }
    }

    /** Turns requests that were not begun into such that do nothing. Returns how many they were. */
    public int cancel(final long wrId) {
        int cancelled = 0;
        for (long position = sequence.firstNotStarted(); position < queue.tail; position++) {
            final int slot = queue.slot(position);
            if (queue.wrIds[slot] == wrId && queue.operations[slot] != Operation.CANCELLED) {
                queue.operations[slot] = Operation.CANCELLED;
                cancelled++;
            }
        }
        return cancelled;
    }

    /** Whether it was made ready to send. */
    public boolean isConnected() {
        return isConnected;
    }

    /** Whether a message is under way that has more packets to send. */
    public boolean isInMessage() {
        return hasWork() && sequence.isNextStarted();
    }

    public boolean hasWork() {
        return queue.next < queue.tail && queue.next < haltsAt;
    }

    public boolean isAnswerMissing() {
        return sequence.isAnswerMissing();
    }

    /** Lets the queue pair take its turn from a time on. */
    public void wakeAt(final long time) {
        turn.at(time);
    }

    /** Carries out a part of the next request. Returns whether more can follow at once. */
    public boolean transmit(final long now) {
        if (!hasWork()) {
            return false;
        }
        final int slot = queue.slot(queue.next);
        final long readyAt = Math.max(busyUntil, queue.visibleAt[slot]);
        if (readyAt > now) {
            wakeAt(readyAt);
            return false;
        }
        final byte operation = queue.operations[slot];
        if (isFenced(slot, operation)) {
            return false;
        }
        if (initiator != null && !isConnectedFor(slot)) {
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
        if (!send(slot, operation)) {
            return false;
        }
        sent(slot, now);
        return hasWork();
    }

    /**
     * Returns true if a request waits for earlier ones: those with a fence for READs and atomics, an invalidation for all
     * of them, because they may use the key that it ends (InfiniBand 10.6.5.1). Soft-RoCE's always does.
     */
    private boolean isFenced(final int slot, final byte operation) {
        final boolean hasFence = (queue.flags[slot] & SendRequests.FENCE) != 0;
        if (operation != Operation.LOCAL_INVALIDATE) {
            return hasFence && !reads.isEmpty();
        }
        isInvalidationFenced = (hasFence || personality == Personality.RXE) && queue.completed < queue.next;
        return isInvalidationFenced;
    }

    /**
     * Whether a request has a connection to be sent on. A new one begins, or the request of a stream in error is flushed,
     * once nothing is outstanding.
     */
    private boolean isConnectedFor(final int slot) {
        if (sequence.isNextStarted() || initiator.isConnectedFor(slot)) {
            return true;
        }
        if (sequence.hasOutstanding()) {
            return false;
        }
        if (initiator.isInError(slot)) {
            completions.flushTo(queue.completed + 1);
            sequence.restart();
            turn.now();
            return false;
        }
        initiator.connect(slot, sequence.nextPsn());
        return true;
    }

    private void sent(final int slot, final long now) {
        if (type.isReliable()) {
            retryTimer.sent(now);
        } else if (queue.slot(queue.next) != slot || queue.next == queue.tail) {
            departures.add(slot, link.lastDeparture());
        }
    }

    /** The request of a slot, and those before it, have left and are done: no answer comes. */
    void departed(final int slot) {
        sequence.acknowledge(queue.lastPsns[slot]);
        completeInOrder();
    }

    private boolean carryOutLocally(final int slot, final byte operation, final long now) {
        if (queue.done[slot]) {
            sequence.nextRequest();
            return hasWork();
        }
        if (!localOperations.isUnderWay()) {
            contexts.takeSend(queue.context, queue.next);
            busyUntil = now + localOperations.begin(slot);
            wakeAt(busyUntil);
            return false;
        }
        final int status = localOperations.end(slot);
        if (status == MemoryCopy.AGAIN) {
            waitForPages(localOperations.pageFaultEnd());
            return false;
        }
        if (status != CompletionStatus.SUCCESS) {
            failAt(queue.next, status);
            return false;
        }
        doneWithoutPacket(slot);
        return hasWork();
    }

    private void doneWithoutPacket(final int slot) {
        queue.done[slot] = true;
        sequence.startLocal(slot);
        sequence.nextRequest();
        completeInOrder();
    }

    /** Whether a request is sent whatever its memory, as soft-RoCE's READs and atomics are: their answers do not fit there. */
    private boolean isAnswerChecked(final int slot) {
        return personality == Personality.RXE && Operation.isRead(queue.operations[slot]);
    }

    /** Gives a request its numbers; it fails where it may not use its local memory, or is too long a datagram: soft-RoCE drops that. */
    private boolean start(final int slot) {
        final boolean isTooLong = type == QueuePairType.UD && queue.totals[slot] > mtu;
        if (isTooLong && personality == Personality.RXE) {
            doneWithoutPacket(slot);
            turn.now();
            return false;
        }
        if (!isAnswerChecked(slot) && !memory.isAllowed(slot)) {
            failAt(queue.next, personality.badMemory());
            return false;
        }
        if (isTooLong) {
            failAt(queue.next, CompletionStatus.LOC_LEN_ERR);
            return false;
        }
        contexts.takeSend(queue.context, queue.next);
        sequence.start(slot, Math.max(1, (int) (((long) queue.totals[slot] + mtu - 1) / mtu)));
        return true;
    }

    /** Sends the next packet of a request; the request fails where its memory cannot be read. */
    private boolean send(final int slot, final byte operation) {
        final DmaTransfer transfer = dma.begin();
        if (Operation.isAtomic(operation)) {
            sender.sendAtomic(slot, operation, transfer);
            reads.requested();
        } else if (Operation.isRead(operation)) {
            sender.sendRead(slot, transfer);
            reads.requested();
        } else if (!sender.sendData(slot, operation, transfer)) {
            stopAtMemory(queue.next, personality.badMemory(), transfer);
            return false;
        }
        return true;
    }

    /** A request's memory cannot be used: it waits where pages are on their way, or else fails. */
    private void stopAtMemory(final long position, final int status, final DmaTransfer transfer) {
        if (transfer.isPageFault()) {
            waitForPages(transfer.pageFaultEnd());
        } else {
            failAt(position, status);
        }
    }

    private void waitForPages(final long time) {
        busyUntil = time;
        wakeAt(time);
    }

    /**
     * Takes an ACK or a NAK. One that is behind a READ whose response is missing tells that the response was lost: as if
     * its gap were asked for (an implied NAK).
     */
    public void answer(final Packet packet) {
        final long psn = sequence.answered(packet.psn);
        final boolean isAck = packet.kind == Packet.ACK;
        if (!sequence.isKnown(psn) || !isAck && psn < sequence.firstMissing()) {
            return;
        }
        final long taken = isAck ? psn : psn - 1;
        final long missing = reads.firstMissing();
        noteTaken(taken);
        acknowledge(Math.min(taken, missing - 1));
        if (missing <= taken && events.isOperational()) {
            askForResponse(missing);
        }
        if (!isAck && events.isOperational()) {
            refused(packet, psn);
        }
    }

    private void refused(final Packet packet, final long psn) {
        final long position = sequence.find(psn);
        if (position == SendSequence.NOT_FOUND || position >= haltsAt) {
            return;
        }
        switch (packet.kind) {
            case Packet.RNR_NAK -> retryLater(position, psn, packet.wait);
            case Packet.SEQUENCE_NAK -> retryNow(position, psn);
            default -> failAt(position, packet.status);
        }
    }

    /** The peer has no Receive, or not the pages. What says so twice counts once. */
    private void retryLater(final long position, final long psn, final long wait) {
        if (sequence.isAt(position, psn) && busyUntil > simulation.nanoTime()) {
            return;
        }
        if (retryTimer.isReceiverReadyRetrySpent()) {
            failAt(position, CompletionStatus.RNR_RETRY_EXC_ERR);
            return;
        }
        goBack(position, psn);
        busyUntil = retryTimer.awaitReceiver(wait);
        wakeAt(busyUntil);
    }

    private void retryNow(final long position, final long psn) {
        if (!sequence.isBehind(position, psn)) {
            return;
        }
        if (!retryTimer.retry()) {
            failAt(position, CompletionStatus.RETRY_EXC_ERR);
            return;
        }
        goBack(position, psn);
        turn.now();
    }

    /** Asks for a READ's response again from a packet on that is missing: once, then the timer does. */
    private void askForResponse(final long missing) {
        final long position = reads.oldest();
        if (!isResponseAwaited && reads.isOldestRequested() && position < haltsAt) {
            isResponseAwaited = true;
            retryNow(position, missing);
        }
    }

    /** The peer has taken requests up to a number: it goes forward, though a READ's response may be missing that is before. */
    private void noteTaken(final long psn) {
        if (sequence.taken(psn)) {
            retryTimer.progress();
        }
    }

    private void acknowledge(final long psn) {
        if (sequence.acknowledge(psn)) {
            retryTimer.progress();
        }
        retryTimer.answered();
        completeInOrder();
    }

    /** Takes a part of a READ's response, or an atomic's. */
    public void readResponse(final Packet packet) {
        packet.psn = sequence.answered(packet.psn);
        final long missing = reads.firstMissing();
        if (packet.psn != missing || !reads.isOldestRequested()) {
            final boolean isBehindGap = packet.psn > missing && sequence.isKnown(packet.psn);
            if (isBehindGap) {
                noteTaken(packet.psn);
                askForResponse(missing);
            }
            packets.give(packet);
            return;
        }
        isResponseAwaited = false;
        final long position = reads.oldest();
        final int left = queue.totals[queue.slot(position)] - reads.packets() * mtu;
        if (packet.payload.length() == Math.min(left, mtu)) {
            placeResponse(packet, position);
        } else {
            packets.give(packet);
            failAt(position, CompletionStatus.BAD_RESP_ERR);
        }
    }

    private void placeResponse(final Packet packet, final long position) {
        final DmaTransfer transfer = dma.begin();
        if (!place(packet, queue.slot(position), transfer)) {
            packets.give(packet);
            if (transfer.isPageFault()) {
                goBack(position, reads.firstMissing());
            }
            stopAtMemory(position, CompletionStatus.LOC_PROT_ERR, transfer);
            return;
        }
        if (transfer.isSignatureBad()) {
            events.signatureFailed();
        }
        final long psn = packet.psn;
        final long landing = reads.landsAt(transfer.landingTime(packet.payload.length()));
        if (reads.take(psn)) {
            final Landing landed = landings.take(this, packet);
            landed.position = position;
            simulation.schedule(landed, landing);
        } else {
            packets.give(packet);
        }
        acknowledge(psn);
    }

    /** Keeps an answer for its completion, or copies it to memory. Returns false where the memory cannot be used. */
    private boolean place(final Packet packet, final int slot, final DmaTransfer transfer) {
        if (queue.answers != null && isForCompletion(slot)) {
            queue.answers.take(packet, slot);
            return true;
        }
        return memory.scatter(transfer, packet, slot, reads.packets() * mtu);
    }

    private boolean isForCompletion(final int slot) {
        final int length = queue.totals[slot];
        return length != 0
                && length <= queue.answers.room()
                && queue.operations[slot] != Operation.RDMA_READ_WITH_INVALIDATE
                && completions.isReported(slot)
                && memory.isInPlace(slot);
    }

    public long lastLanding() {
        return reads.lastLanding();
    }

    @Override
    public void landed(final Landing landing) {
        if (!hasEnded && events.isOperational()) {
            readLanded(landing.position);
        }
    }

    private void readLanded(final long position) {
        final int slot = queue.slot(position);
        reads.landed(position);
        if (queue.operations[slot] == Operation.RDMA_READ_WITH_INVALIDATE
                && !localOperations.invalidate((int) queue.arguments.operands[slot])) {
            failAt(position, CompletionStatus.LOC_QP_OP_ERR);
            return;
        }
        completeInOrder();
        turn.now();
    }

    /** The peer did not answer in time: sends again from the first number that is missing. */
    void resendOldest() {
        final long position = sequence.find(sequence.firstMissing());
        if (position != SendSequence.NOT_FOUND && position < haltsAt) {
            goBack(position, sequence.firstMissing());
            turn.now();
        }
    }

    /** The peer did not answer however often it was tried. */
    void giveUp() {
        failAt(sequence.find(sequence.firstMissing()), CompletionStatus.RETRY_EXC_ERR);
    }

    private void goBack(final long position, final long psn) {
        if (sequence.isBehind(position, psn)) {
            reads.goBack(position);
            sequence.goBack(position, psn);
            localOperations.interrupt();
        }
    }

    private void failAt(final long position, final int status) {
        completions.fail(position, status);
        haltsAt = Math.min(haltsAt, position);
        completeInOrder();
    }

    private void completeInOrder() {
        if (!completions.completeInOrder()) {
            failed(queue.slot(queue.completed - 1));
        } else if (!sequence.isAnswerMissing()) {
            retryTimer.stop();
        }
        final boolean isNextAwaited = initiator != null && !sequence.hasOutstanding()
                || isInvalidationFenced && queue.completed == queue.next;
        if (isNextAwaited && hasWork()) {
            turn.now();
        }
        if (isDraining) {
            tellDrained();
        }
    }

    /** A request failed and is completed: that ends the queue pair, or no more than the connection of its stream. */
    private void failed(final int slot) {
        if (initiator == null || !initiator.outlives(slot)) {
            events.sendFailed();
            return;
        }
        link.detachPayloads();
        completions.flushTo(sequence.firstNotStarted());
        sequence.restart();
        reads.forget();
        retryTimer.stop();
        retryTimer.progress();
        isResponseAwaited = false;
        haltsAt = NOWHERE;
    }

    /** Completes everything with WR_FLUSH_ERR. */
    public void flush() {
        stop();
        completions.flush();
    }

    /** Forgets what is outstanding. */
    public void discard() {
        hasEnded = true;
        stop();
        for (long position = queue.completed; position < queue.tail; position++) {
            queue.release(queue.slot(position));
        }
    }

    private void stop() {
        haltsAt = 0;
        turn.stop();
        retryTimer.stop();
        departures.stop();
    }
}
