/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * The requesting half of a queue pair: carries out the send queue in order, one packet a turn, and completes it in
 * order.
 *
 * <pre>
 *                  +- {@link SendSequence}     the numbers of packets: sent, acknowledged
 *                  +- {@link SendMemory}       the memory that requests name
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
final class Requester {
    private final SimulatedQueuePair queuePair;
    private final SimulatedDevice device;
    private final Simulation simulation;
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendMemory memory;
    private final RequestSender sender;
    private final PendingReads reads;
    private final LocalOperations localOperations;
    private final SendCompletions completions;
    private final RetryTimer retryTimer;
    private final TurnTimer turn;
    private final int mtu;
    private long busyUntil;
    private boolean isConnected;
    private boolean isHalted;

    Requester(
            final SimulatedQueuePair queuePair, final SendQueue queue, final SimulatedCompletionQueue completionQueue) {
        this.queuePair = queuePair;
        this.queue = queue;
        device = queuePair.device();
        simulation = device.simulation();
        sequence = new SendSequence(queue);
        memory = new SendMemory(queuePair, queue);
        sender = new RequestSender(queuePair, queue, sequence, memory);
        reads = new PendingReads(queue);
        localOperations = new LocalOperations(queuePair, queue);
        completions = new SendCompletions(queuePair, queue, sequence, completionQueue);
        turn = new TurnTimer(queuePair);
        retryTimer = new RetryTimer(this, device);
        mtu = device.costs().count(CostParameter.MTU);
    }

    /** Makes ready to send, from a number on. */
    void connect(
            final int retryCount,
            final int rnrRetryCount,
            final long ackTimeout,
            final int maxReadAtomic,
            final long firstPsn) {
        retryTimer.connect(retryCount, rnrRetryCount, ackTimeout);
        reads.connect(maxReadAtomic);
        sequence.begin(firstPsn);
        isConnected = true;
    }

    /** Whether it was made ready to send. */
    boolean isConnected() {
        return isConnected;
    }

    /** Whether a message is under way that has more packets to send. */
    boolean isInMessage() {
        return hasWork() && sequence.isNextStarted();
    }

    boolean hasWork() {
        return !isHalted && queue.next < queue.tail;
    }

    boolean hasOutstanding() {
        return sequence.hasOutstanding();
    }

    /** Lets the queue pair take its turn from a time on. */
    void wakeAt(final long time) {
        turn.at(time);
    }

    /** Carries out a part of the next request. Returns whether more can follow at once. */
    boolean transmit(final long now) {
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
        if (Operation.isLocal(operation)) {
            return carryOutLocally(slot, operation, now);
        }
        if (operation == Operation.RDMA_READ && reads.isFull()) {
            return false;
        }
        if (!sequence.isNextStarted() && !start(slot)) {
            return false;
        }
        if (!send(slot, operation)) {
            return false;
        }
        retryTimer.sent(now);
        return hasWork();
    }

    private boolean carryOutLocally(final int slot, final byte operation, final long now) {
        if (queue.done[slot]) {
            sequence.nextRequest();
            return hasWork();
        }
        if (!localOperations.isUnderWay()) {
            busyUntil = now + localOperations.begin(operation);
            wakeAt(busyUntil);
            return false;
        }
        final int status = localOperations.end(slot);
        if (status != CompletionStatus.SUCCESS) {
            failAt(queue.next, status);
            return false;
        }
        queue.done[slot] = true;
        sequence.startLocal(slot);
        sequence.nextRequest();
        completeInOrder();
        return hasWork();
    }

    /** Gives a request its numbers; it fails where it may not use its local memory. */
    private boolean start(final int slot) {
        if (!memory.isAllowed(slot)) {
            failAt(queue.next, CompletionStatus.LOC_PROT_ERR);
            return false;
        }
        sequence.start(slot, Math.max(1, (int) (((long) queue.totals[slot] + mtu - 1) / mtu)));
        return true;
    }

    /** Sends the next packet of a request; the request fails where its memory cannot be read. */
    private boolean send(final int slot, final byte operation) {
        if (operation == Operation.RDMA_READ) {
            sender.sendRead(slot);
            reads.requested();
        } else if (!sender.sendData(slot, operation)) {
            stopAtMemory(queue.next);
            return false;
        }
        return true;
    }

    /** A request's memory cannot be used: it waits where pages are on their way, or else fails. */
    private void stopAtMemory(final long position) {
        if (device.dmaUnit().isPageFault()) {
            busyUntil = device.dmaUnit().pageFaultEnd();
            wakeAt(busyUntil);
        } else {
            failAt(position, CompletionStatus.LOC_PROT_ERR);
        }
    }

    /** Takes an ACK or a NAK. */
    void answer(final Packet packet) {
        if (!sequence.isKnown(packet.psn)) {
            return;
        }
        if (packet.kind == Packet.ACK) {
            acknowledge(packet.psn);
            return;
        }
        acknowledge(packet.psn - 1);
        final long position = sequence.find(packet.psn);
        if (position == SendSequence.NOT_FOUND || isHalted || !queuePair.isOperational()) {
            return;
        }
        if (packet.kind == Packet.NAK) {
            failAt(position, packet.status);
        } else if (retryTimer.isReceiverReadyRetrySpent()) {
            failAt(position, CompletionStatus.RNR_RETRY_EXC_ERR);
        } else {
            goBack(position, packet.psn);
            busyUntil = retryTimer.awaitReceiver();
            wakeAt(busyUntil);
        }
    }

    private void acknowledge(final long psn) {
        if (sequence.acknowledge(psn)) {
            retryTimer.progress();
        }
        retryTimer.answered();
        completeInOrder();
    }

    /** Takes a part of a READ's response. */
    void readResponse(final Packet packet) {
        if (!reads.isExpected(packet)) {
            device.packets().give(packet);
        } else {
            placeResponse(packet, reads.oldest());
        }
    }

    private void placeResponse(final Packet packet, final long position) {
        device.dmaUnit().beginTransfer(false);
        if (!memory.scatter(packet, queue.slot(position), reads.packets() * mtu)) {
            device.packets().give(packet);
            if (device.dmaUnit().isPageFault()) {
                goBack(position, reads.firstMissing(position));
            }
            stopAtMemory(position);
            return;
        }
        final long psn = packet.psn;
        final long landing = reads.landsAt(device.dmaUnit().landingTime(packet.length));
        if (reads.take(psn)) {
            packet.landsIn(queuePair);
            packet.position = position;
            simulation.schedule(packet, landing);
        } else {
            device.packets().give(packet);
        }
        acknowledge(psn);
    }

    long lastLanding() {
        return reads.lastLanding();
    }

    void readLanded(final long position) {
        reads.landed(position);
        completeInOrder();
        device.transmitter().activate(queuePair);
    }

    /** The peer did not answer in time: sends again from the first number that it is not known to have. */
    void resendOldest() {
        if (isHalted) {
            return;
        }
        final long position = queue.completed;
        final int slot = queue.slot(position);
        goBack(
                position,
                queue.operations[slot] == Operation.RDMA_READ
                        ? reads.firstMissing(position)
                        : sequence.firstUnacknowledged(slot));
        device.transmitter().activate(queuePair);
    }

    /** The peer did not answer however often it was tried. */
    void giveUp() {
        failAt(queue.completed, CompletionStatus.RETRY_EXC_ERR);
    }

    private void goBack(final long position, final long psn) {
        reads.goBack(position);
        sequence.goBack(position, psn);
        localOperations.interrupt();
    }

    private void failAt(final long position, final int status) {
        completions.fail(position, status);
        isHalted = true;
        completeInOrder();
    }

    private void completeInOrder() {
        if (completions.completeInOrder() && !sequence.hasOutstanding()) {
            retryTimer.stop();
        }
    }

    /** Completes everything with WR_FLUSH_ERR. */
    void flush() {
        stop();
        completions.flush();
    }

    /** Forgets what is outstanding. */
    void discard() {
        stop();
        for (long position = queue.completed; position < queue.tail; position++) {
            queue.release(queue.slot(position));
        }
    }

    private void stop() {
        isHalted = true;
        turn.stop();
        retryTimer.stop();
    }
}
