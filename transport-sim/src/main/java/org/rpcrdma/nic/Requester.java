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

import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.SendRequests;

/**
 * The requesting half of a queue pair: carries out the send queue in order, one packet a turn, and completes it in
 * order.
 *
 * <p>Requests are numbered in packets (PSN); a READ takes as many numbers as its response has packets. A request is
 * done once its last number is acknowledged, a READ once its data is in memory. A later request starts before an
 * earlier READ is done, up to the number of READs that may be outstanding. After a receiver-not-ready answer, and
 * after the peer did not answer in time, sending goes back to the first number that was not taken.
 *
 * <p>A request that fails stops the queue: those before it are completed first, then it, then the queue pair goes to
 * the state ERR. PSNs are kept in 64 bits here; their low 24 are what a wire would carry.
 */
final class Requester {
    private static final int ENDLESS = 7;
    private static final long NOT_FOUND = -1;

    private final SimulatedQueuePair queuePair;
    private final SimulatedDevice device;
    private final Simulation simulation;
    private final SendQueue queue;
    private final SimulatedCompletionQueue completions;
    private final int mtu;
    private final long ackTimeout;
    private final long rnrTimer;
    private final long registerCost;
    private final long invalidateCost;
    private final Wake wake = new Wake();
    private final RetryTimer retryTimer = new RetryTimer();

    /** First request that has no PSNs yet. */
    private long started;

    private long nextPsn;
    private long sendPsn;
    private long ackedPsn = -1;
    private long ackDeadline;
    private long busyUntil;
    private boolean isInLocalOperation;
    private boolean isHalted;
    private int retryLimit;
    private int retries;
    private int rnrRetryLimit;
    private int rnrRetries;

    private int maxReads;
    private int readsInFlight;
    /** Where to look for the oldest READ whose response is not all here. */
    private long readPosition;
    /** Packets of that READ's response that are here. */
    private long readPackets;

    Requester(final SimulatedQueuePair queuePair, final SendQueue queue, final SimulatedCompletionQueue completions) {
        this.queuePair = queuePair;
        this.queue = queue;
        this.completions = completions;
        device = queuePair.device();
        simulation = device.simulation();
        final CostModel costs = device.costs();
        mtu = costs.count(CostParameter.MTU);
        ackTimeout = costs.nanos(CostParameter.ACK_TIMEOUT);
        rnrTimer = costs.nanos(CostParameter.RNR_TIMER);
        registerCost = costs.nanos(CostParameter.REG_MR);
        invalidateCost = costs.nanos(CostParameter.LOCAL_INV);
    }

    void connect(final ConnectionParameters parameters, final int maxReadAtomic) {
        retryLimit = parameters.retryCount();
        rnrRetryLimit = parameters.rnrRetryCount();
        maxReads = maxReadAtomic;
    }

    boolean hasWork() {
        return !isHalted && queue.next < queue.tail;
    }

    /** Lets the queue pair take its turn from a time on. */
    void wakeAt(final long time) {
        if (wake.isScheduled()) {
            if (wake.time <= time) {
                return;
            }
            simulation.cancel(wake);
        }
        wake.time = time;
        simulation.schedule(wake, time);
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
        if (operation == Operation.RDMA_READ && readsInFlight == maxReads) {
            return false;
        }
        if (queue.next == started && !start(slot)) {
            return false;
        }
        final boolean isSent = operation == Operation.RDMA_READ ? sendRead(slot) : sendData(slot, operation);
        if (isSent && !retryTimer.isScheduled()) {
            ackDeadline = now + ackTimeout;
            simulation.schedule(retryTimer, ackDeadline);
        }
        return isSent && hasWork();
    }

    /** Registrations and local invalidations occupy the queue for their time, then take effect. */
    private boolean carryOutLocally(final int slot, final byte operation, final long now) {
        if (queue.done[slot]) {
            advance();
            return hasWork();
        }
        if (!isInLocalOperation) {
            isInLocalOperation = true;
            busyUntil = now + (operation == Operation.REGISTER_MEMORY ? registerCost : invalidateCost);
            wakeAt(busyUntil);
            return false;
        }
        isInLocalOperation = false;
        queue.lastPsns[slot] = nextPsn - 1;
        final boolean isAllowed =
                operation == Operation.REGISTER_MEMORY ? register(slot) : invalidate(queue.keys[slot]);
        if (!isAllowed) {
            failAt(queue.next, CompletionStatus.LOC_QP_OP_ERR);
            return false;
        }
        queue.done[slot] = true;
        started++;
        advance();
        completeInOrder();
        return hasWork();
    }

    private boolean register(final int slot) {
        return queue.regions[slot].register(
                queuePair.domain(), queue.pageLists[slot], queue.keys[slot], queue.access[slot]);
    }

    private boolean invalidate(final int key) {
        return device.keys().invalidate(queuePair.domain(), key);
    }

    /** Gives a request its PSNs and checks its local memory; the request fails where that does not hold. */
    private boolean start(final int slot) {
        final int rights = queue.operations[slot] == Operation.RDMA_READ ? Access.LOCAL_WRITE : 0;
        final int firstSge = queue.firstSge(slot);
        for (int i = firstSge; i < firstSge + queue.sgeCounts[slot]; i++) {
            final boolean isAllowed = queue.lengths[i] == 0
                    || device.keys()
                            .allows(
                                    queuePair.domain(),
                                    queue.lkeys[i],
                                    queue.iovas[i],
                                    queue.lengths[i],
                                    rights,
                                    false);
            if (!isAllowed) {
                failAt(queue.next, CompletionStatus.LOC_PROT_ERR);
                return false;
            }
        }
        final int packets = Math.max(1, (int) (((long) queue.totals[slot] + mtu - 1) / mtu));
        queue.firstPsns[slot] = nextPsn;
        sendPsn = nextPsn;
        nextPsn += packets;
        queue.lastPsns[slot] = nextPsn - 1;
        started++;
        return true;
    }

    private boolean sendRead(final int slot) {
        final int offset = (int) (sendPsn - queue.firstPsns[slot]) * mtu;
        final Packet packet = device.packets().take();
        packet.begin(Packet.READ_REQUEST, queuePair, sendPsn);
        packet.messageLength = queue.totals[slot] - offset;
        packet.remoteAddress = queue.remoteAddresses[slot] + offset;
        packet.remoteKey = queue.keys[slot];
        device.dmaUnit().beginTransfer(false);
        device.transmitter().send(packet);
        readsInFlight++;
        advance();
        return true;
    }

    private boolean sendData(final int slot, final byte operation) {
        final int offset = (int) (sendPsn - queue.firstPsns[slot]) * mtu;
        final Packet packet = device.packets().take();
        packet.begin(operation == Operation.RDMA_WRITE ? Packet.WRITE : Packet.SEND, queuePair, sendPsn);
        packet.isFirst = offset == 0;
        packet.isLast = sendPsn == queue.lastPsns[slot];
        packet.messageLength = queue.totals[slot];
        packet.remoteAddress = queue.remoteAddresses[slot];
        packet.remoteKey = queue.keys[slot];
        packet.isInvalidating = operation == Operation.SEND_WITH_INVALIDATE && packet.isLast;
        device.dmaUnit().beginTransfer(false);
        if (!gather(packet, slot, offset, Math.min(mtu, queue.totals[slot] - offset))) {
            device.packets().give(packet);
            failAt(queue.next, CompletionStatus.LOC_PROT_ERR);
            return false;
        }
        device.transmitter().send(packet);
        if (packet.isLast) {
            advance();
        } else {
            sendPsn++;
        }
        return true;
    }

    /** Adds a part of a request's elements to a packet. */
    private boolean gather(final Packet packet, final int slot, final int offset, final int length) {
        int skipped = offset;
        int left = length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths[i] - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths[i];
                continue;
            }
            final boolean isAllowed =
                    device.keys().allows(queuePair.domain(), queue.lkeys[i], queue.iovas[i] + skipped, bytes, 0, false);
            if (!isAllowed || !device.dmaUnit().gather(packet, queue.lkeys[i], queue.iovas[i] + skipped, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    /** Goes to the next request; after going back it may have its PSNs already. */
    private void advance() {
        queue.next++;
        if (queue.next < started) {
            sendPsn = queue.firstPsns[queue.slot(queue.next)];
        }
    }

    /** Takes an ACK or a NAK. */
    void answer(final Packet packet) {
        if (packet.psn >= nextPsn) {
            return;
        }
        if (packet.kind == Packet.ACK) {
            acknowledge(packet.psn);
            return;
        }
        acknowledge(packet.psn - 1);
        final long position = find(packet.psn);
        if (position == NOT_FOUND || isHalted || !queuePair.isConnected()) {
            return;
        }
        if (packet.kind == Packet.NAK) {
            failAt(position, packet.status);
        } else if (rnrRetryLimit != ENDLESS && rnrRetries == rnrRetryLimit) {
            failAt(position, CompletionStatus.RNR_RETRY_EXC_ERR);
        } else {
            rnrRetries++;
            goBack(position, packet.psn);
            busyUntil = simulation.nanoTime() + rnrTimer;
            ackDeadline = busyUntil + ackTimeout;
            wakeAt(busyUntil);
        }
    }

    private void acknowledge(final long psn) {
        if (psn > ackedPsn) {
            ackedPsn = psn;
            retries = 0;
            rnrRetries = 0;
        }
        ackDeadline = simulation.nanoTime() + ackTimeout;
        completeInOrder();
    }

    /** Takes a part of a READ's response. */
    void readResponse(final Packet packet) {
        final long position = oldestRead();
        final int slot = queue.slot(position);
        if (position == queue.next || packet.psn != queue.firstPsns[slot] + readPackets) {
            device.packets().give(packet);
            return;
        }
        if (!packet.isPayloadLive()) {
            packet.origin.payloadGone(packet);
            device.packets().give(packet);
            return;
        }
        device.dmaUnit().beginTransfer(false);
        if (!scatter(packet, slot, (int) readPackets * mtu)) {
            device.packets().give(packet);
            failAt(position, CompletionStatus.LOC_PROT_ERR);
            return;
        }
        readPackets++;
        if (packet.psn == queue.lastPsns[slot]) {
            readPosition = position + 1;
            readPackets = 0;
            packet.isLanding = true;
            packet.position = position;
            simulation.schedule(packet, device.dmaUnit().landingTime(packet.length));
        } else {
            device.dmaUnit().landingTime(packet.length);
            device.packets().give(packet);
        }
        acknowledge(packet.psn);
    }

    void readLanded(final long position) {
        queue.done[queue.slot(position)] = true;
        readsInFlight--;
        completeInOrder();
        device.transmitter().activate(queuePair);
    }

    /** The position of the oldest READ whose response is not all here; {@code next} where there is none. */
    private long oldestRead() {
        long position = Math.max(readPosition, queue.completed);
        while (position < queue.next && queue.operations[queue.slot(position)] != Operation.RDMA_READ) {
            position++;
        }
        readPosition = position;
        return position;
    }

    private boolean scatter(final Packet packet, final int slot, final int offset) {
        int skipped = offset;
        int left = packet.length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths[i] - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths[i];
                continue;
            }
            final long iova = queue.iovas[i] + skipped;
            final boolean isAllowed =
                    device.keys().allows(queuePair.domain(), queue.lkeys[i], iova, bytes, Access.LOCAL_WRITE, false);
            if (!isAllowed || !device.dmaUnit().scatter(packet, queue.lkeys[i], iova, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    void payloadGone(final long psn) {
        final long position = find(psn);
        if (position != NOT_FOUND) {
            failAt(position, CompletionStatus.LOC_PROT_ERR);
        }
    }

    private long find(final long psn) {
        for (long position = queue.completed; position < started; position++) {
            final int slot = queue.slot(position);
            final boolean isLocal = Operation.isLocal(queue.operations[slot]);
            if (!isLocal && queue.firstPsns[slot] <= psn && psn <= queue.lastPsns[slot]) {
                return position;
            }
        }
        return NOT_FOUND;
    }

    private void goBack(final long position, final long psn) {
        for (long sent = position; sent < queue.next; sent++) {
            final int slot = queue.slot(sent);
            if (queue.operations[slot] == Operation.RDMA_READ && sent >= readPosition) {
                readsInFlight--;
            }
        }
        queue.next = position;
        sendPsn = psn;
        isInLocalOperation = false;
    }

    private void failAt(final long position, final int status) {
        final int slot = queue.slot(position);
        if (queue.statuses[slot] == CompletionStatus.SUCCESS) {
            queue.statuses[slot] = status;
        }
        isHalted = true;
        completeInOrder();
    }

    private void completeInOrder() {
        while (queue.completed < queue.tail) {
            final int slot = queue.slot(queue.completed);
            if (queue.statuses[slot] != CompletionStatus.SUCCESS) {
                complete(slot, queue.statuses[slot]);
                queuePair.fail();
                return;
            }
            if (queue.completed >= queue.next || !isDone(slot)) {
                break;
            }
            complete(slot, CompletionStatus.SUCCESS);
        }
        if (!hasOutstanding()) {
            simulation.cancel(retryTimer);
        }
    }

    private boolean isDone(final int slot) {
        return switch (queue.operations[slot]) {
            case Operation.RDMA_READ -> queue.done[slot];
            case Operation.REGISTER_MEMORY, Operation.LOCAL_INVALIDATE ->
                queue.done[slot] && queue.lastPsns[slot] <= ackedPsn;
            default -> queue.lastPsns[slot] <= ackedPsn;
        };
    }

    private void complete(final int slot, final int status) {
        final long position = queue.completed++;
        queue.dropPageList(slot);
        if (status != CompletionStatus.SUCCESS || (queue.flags[slot] & SendRequests.SIGNALED) != 0) {
            final byte operation = queue.operations[slot];
            completions.add(
                    queuePair,
                    position,
                    queue.wrIds[slot],
                    status,
                    Operation.completionOpcode(operation),
                    operation == Operation.RDMA_READ ? queue.totals[slot] : 0,
                    0,
                    0);
        }
    }

    private boolean hasOutstanding() {
        return queue.completed < queue.next
                || (queue.next < started && sendPsn > queue.firstPsns[queue.slot(queue.next)]);
    }

    /** Completes everything with WR_FLUSH_ERR. */
    void flush() {
        stop();
        while (queue.completed < queue.tail) {
            complete(queue.slot(queue.completed), CompletionStatus.WR_FLUSH_ERR);
        }
        queue.next = queue.tail;
    }

    /** Forgets what is outstanding. */
    void discard() {
        stop();
        for (long position = queue.completed; position < queue.tail; position++) {
            queue.dropPageList(queue.slot(position));
        }
    }

    private void stop() {
        isHalted = true;
        simulation.cancel(wake);
        simulation.cancel(retryTimer);
    }

    private final class Wake extends Event {
        long time;

        @Override
        protected void fire() {
            device.transmitter().activate(queuePair);
        }
    }

    private final class RetryTimer extends Event {
        @Override
        protected void fire() {
            final long now = simulation.nanoTime();
            if (!hasOutstanding()) {
                return;
            }
            if (now < ackDeadline) {
                simulation.schedule(this, ackDeadline);
            } else if (retries == retryLimit) {
                failAt(queue.completed, CompletionStatus.RETRY_EXC_ERR);
            } else {
                retries++;
                ackDeadline = now + ackTimeout;
                simulation.schedule(this, ackDeadline);
                if (!isHalted) {
                    resendOldest();
                }
            }
        }

        private void resendOldest() {
            final long position = queue.completed;
            final int slot = queue.slot(position);
            final long psn = queue.operations[slot] == Operation.RDMA_READ
                    ? queue.firstPsns[slot] + (oldestRead() == position ? readPackets : 0)
                    : Math.max(ackedPsn + 1, queue.firstPsns[slot]);
            goBack(position, psn);
            device.transmitter().activate(queuePair);
        }
    }
}
