// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.SendRequests;

/**
 * The responding half of a queue pair: takes requests in the order of their PSNs, puts their payload into memory,
 * completes Receives, answers.
 *
 * <p>A packet is checked and copied when it arrives; its Receive completes, and its answer goes out, when the DMA has
 * put it into memory. What fails ends the queue pair, in that same order:
 *
 * <pre>
 * what is wrong                            Receive here       request there
 * message longer than the Receive          LOC_LEN_ERR *      REM_INV_REQ_ERR *
 * Receive's key, domain, range, mapping    LOC_PROT_ERR *     REM_OP_ERR
 * key that a SEND invalidates              REM_INV_REQ_ERR    REM_ACCESS_ERR *
 * XRC: no such shared queue in its domain  -                  REM_ACCESS_ERR
 * right that the queue pair does not give  -                  REM_INV_REQ_ERR
 * rkey, domain, range or right of RDMA     - *                REM_ACCESS_ERR
 * more READs than were agreed on           -                  REM_INV_REQ_ERR *
 * IOMMU fault behind a good rkey           -                  REM_OP_ERR
 * no Receive posted, pages not present     -                  waits and tries again
 *
 * *: unless the device's {@link Personality} has another
 * </pre>
 */
final class Responder implements RequestTaker {
    private final SimulatedQueuePair queuePair;
    private final SimulatedDevice device;
    private final Simulation simulation;
    private final ReceiveTargets targets;
    private final ResponseSender responses;
    private final Personality personality;
    /** Where the request in progress goes. */
    private ReceiveTarget target;

    private int mtu;
    private RecentRequests recent;
    private long expectedPsn;
    private long lastLanding;
    /** Messages of the peer that are completed; a READ or an atomic is once it is taken. */
    private int messages;

    private boolean isDead;
    /** The peer was told to send from the expected number on: what else arrives before is dropped. */
    private boolean isResendAwaited;

    /** Bytes of the message in progress that arrived before. */
    private int offset;

    Responder(final SimulatedQueuePair queuePair, final ReceiveTargets targets, final ResponseSender responses) {
        this.queuePair = queuePair;
        this.targets = targets;
        device = queuePair.device();
        simulation = device.simulation();
        personality = device.personality();
        this.responses = responses;
    }

    @Override
    public void connect(final int pathMtu, final int maxReadAtomic, final long firstPsn) {
        mtu = pathMtu;
        responses.connect(pathMtu, maxReadAtomic);
        recent = new RecentRequests(maxReadAtomic, pathMtu);
        expectedPsn = firstPsn;
    }

    /**
     * Takes requests of a new connection of the same peer, from a number on. Returns false where the one before did not
     * come to its end.
     */
    boolean reconnect(final long firstPsn) {
        final boolean isInMessage = target != null && target.queue.completed != target.queue.consumed;
        if (isDead || isInMessage || !responses.isEmpty() || lastLanding > simulation.nanoTime()) {
            return false;
        }
        expectedPsn = firstPsn;
        isResendAwaited = false;
        return true;
    }

    @Override
    public void request(final Packet packet) {
        packet.psn = Psn.near(packet.psn, expectedPsn);
        if (isDead) {
            device.packets().give(packet);
        } else if (packet.psn > expectedPsn) {
            askForMissing(packet);
        } else if (packet.psn < expectedPsn) {
            repeat(packet);
        } else {
            isResendAwaited = false;
            execute(packet);
        }
    }

    private void execute(final Packet packet) {
        if (packet.payload.length() != mtu && (!packet.isLast || packet.payload.length() > mtu)) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
            return;
        }
        target = targets.of(packet);
        if (target == null) {
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
            return;
        }
        switch (packet.kind) {
            case Packet.SEND -> send(packet);
            case Packet.WRITE -> write(packet);
            case Packet.READ_REQUEST -> read(packet);
            case Packet.ATOMIC -> atomic(packet);
            case Packet.ATOMIC_WRITE -> atomicWrite(packet);
            default -> flushMemory(packet);
        }
    }

    /** A packet came before its turn: one ahead of it was lost. */
    private void askForMissing(final Packet packet) {
        if (isResendAwaited) {
            device.packets().give(packet);
            return;
        }
        isResendAwaited = true;
        packet.answer = Packet.SEQUENCE_NAK;
        packet.psn = expectedPsn;
        landAt(packet, simulation.nanoTime());
    }

    /**
     * A request that was taken before: a READ or an atomic is answered again, others are acknowledged again. What cannot
     * be answered again, as soft-RoCE's class D errors, is dropped: the requester may have the answer, and if not it gives up.
     */
    private void repeat(final Packet packet) {
        if (packet.kind == Packet.READ_REQUEST || packet.kind == Packet.ATOMIC) {
            final int known = responses.hasRoomForRepeat() ? recent.find(packet) : RecentRequests.NONE;
            if (known != RecentRequests.NONE) {
                packet.messageSequence = recent.messageSequence(known);
                answerAgain(packet, known);
            }
            device.packets().give(packet);
        } else {
            packet.answer = Packet.ACK;
            packet.psn = expectedPsn - 1;
            landAt(packet, simulation.nanoTime());
        }
    }

    private void answerAgain(final Packet packet, final int known) {
        if (packet.kind == Packet.ATOMIC) {
            responses.addAtomic(packet, recent.value(known), true);
            return;
        }
        final ReceiveTarget source = targets.of(packet);
        if (source != null && queuePair.grants(Access.REMOTE_READ)) {
            responses.addRead(packet, source.domain, true);
        }
    }

    private void send(final Packet packet) {
        if (packet.isFirst) {
            if (!target.queue.take(simulation.nanoTime(), packet.psn)) {
                notReady(packet);
                return;
            }
            offset = 0;
        }
        final int slot = target.queue.slot(target.queue.consumed - 1);
        final DmaTransfer transfer = device.dmaUnit().beginReceive();
        packet.receiveStatus = place(packet, slot, transfer);
        if (transfer.isPageFault()) {
            if (packet.isFirst) {
                target.queue.giveBack();
            }
            notReady(packet);
            return;
        }
        packet.position = target.queue.consumed - 1;
        offset += packet.payload.length();
        packet.receivedLength = offset;
        if (packet.receiveStatus != CompletionStatus.SUCCESS) {
            failAfter(packet, requesterStatus(packet.receiveStatus), transfer.landingTime(0));
        } else if (packet.isInvalidating
                && !device.keys().invalidateForPeer(target.domain, queuePair.number(), packet.remoteKey)) {
            packet.receiveStatus = CompletionStatus.REM_INV_REQ_ERR;
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR, transfer.landingTime(0));
            if (personality == Personality.RXE) {
                packet.answer = Packet.ACK; // the data has been delivered
            }
        } else {
            accept(packet, transfer);
        }
    }

    /** Copies a packet of a SEND into its Receive; returns the status that the Receive has then. */
    private int place(final Packet packet, final int slot, final DmaTransfer transfer) {
        if (!target.memory.hasRoom(slot, offset, packet.payload.length())) {
            return personality.messageTooLong();
        }
        if (target.memory.isForCompletion(packet, slot)) {
            packet.payload.detach();
            packet.isForCompletion = true;
            return CompletionStatus.SUCCESS;
        }
        return target.memory.scatter(transfer, packet, slot, offset)
                ? CompletionStatus.SUCCESS
                : personality.badMemory();
    }

    private static int requesterStatus(final int receiveStatus) {
        return receiveStatus == CompletionStatus.LOC_LEN_ERR
                ? CompletionStatus.REM_INV_REQ_ERR
                : CompletionStatus.REM_OP_ERR;
    }

    private void write(final Packet packet) {
        if (packet.isFirst) {
            offset = 0;
        }
        final DmaTransfer transfer = device.dmaUnit().begin();
        final long address = packet.remoteAddress + offset;
        final int left = packet.messageLength - offset;
        if (!queuePair.grants(Access.REMOTE_WRITE)) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (left != 0 && !allows(packet.remoteKey, address, left, Access.REMOTE_WRITE)) {
            refuseWrite(packet);
        } else if (!transfer.scatter(packet, packet.remoteKey, address, packet.payload.length())) {
            refuse(packet, transfer);
        } else if (packet.hasImmediate && !target.queue.take(simulation.nanoTime(), packet.psn)) {
            notReady(packet);
        } else {
            offset += packet.payload.length();
            if (packet.hasImmediate) {
                packet.position = target.queue.consumed - 1;
                packet.receivedLength = offset;
            }
            accept(packet, transfer);
        }
    }

    /** A key gives no access. Soft-RoCE has the Receive that immediate data is for by then, and fails it. */
    private void refuseWrite(final Packet packet) {
        if (personality == Personality.RXE && packet.hasImmediate) {
            if (!target.queue.take(simulation.nanoTime(), packet.psn)) {
                notReady(packet);
                return;
            }
            packet.position = target.queue.consumed - 1;
            packet.receiveStatus = CompletionStatus.REM_ACCESS_ERR;
        }
        failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
    }

    /** Memory that a key gives access to cannot be used: its pages are on their way, or else it is not there. */
    private void refuse(final Packet packet, final DmaTransfer transfer) {
        if (transfer.isPageFault()) {
            notReady(packet);
        } else {
            failAfter(packet, CompletionStatus.REM_OP_ERR, transfer.landingTime(0));
        }
    }

    private void read(final Packet packet) {
        final int length = packet.messageLength;
        if (!queuePair.grants(Access.REMOTE_READ)) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (length != 0 && !allows(packet.remoteKey, packet.remoteAddress, length, Access.REMOTE_READ)) {
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
        } else if (!responses.hasRoomForRead()) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (length != 0 && lacksPages(packet.remoteKey, packet.remoteAddress, length)) {
            notReady(packet);
        } else {
            packet.messageSequence = ++messages;
            expectedPsn += recent.addRead(packet);
            responses.addRead(packet, target.domain, false);
            device.packets().give(packet);
        }
    }

    private void atomic(final Packet packet) {
        final DmaTransfer transfer = device.dmaUnit().begin();
        if (!queuePair.grants(Access.REMOTE_ATOMIC) || isMisaligned(packet) || !responses.hasRoomForRead()) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (!allows(packet.remoteKey, packet.remoteAddress, Long.BYTES, Access.REMOTE_ATOMIC)) {
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
        } else {
            final long address = locate(packet, transfer);
            if (address != Iommu.FAULT) {
                final long before = Atomics.carryOut(packet, address);
                expectedPsn++;
                packet.messageSequence = ++messages;
                recent.addAtomic(packet, before);
                responses.addAtomic(packet, before, false);
                device.packets().give(packet);
            }
        }
    }

    private void atomicWrite(final Packet packet) {
        final DmaTransfer transfer = device.dmaUnit().begin();
        if (!queuePair.grants(Access.REMOTE_WRITE) || isMisaligned(packet)) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (!allows(packet.remoteKey, packet.remoteAddress, Long.BYTES, Access.REMOTE_WRITE)) {
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
        } else {
            final long address = locate(packet, transfer);
            if (address != Iommu.FAULT) {
                HostBytes.putLong(address, packet.operand);
                accept(packet, transfer);
            }
        }
    }

    /** Whatever landed before is where every observer sees it: all that is left is to check. */
    private void flushMemory(final Packet packet) {
        final DmaTransfer transfer = device.dmaUnit().begin();
        final int types = packet.flushTypes;
        final int rights = ((types & SendRequests.FLUSH_GLOBAL) != 0 ? Access.FLUSH_GLOBAL : 0)
                | ((types & SendRequests.FLUSH_PERSISTENT) != 0 ? Access.FLUSH_PERSISTENT : 0);
        final boolean isWhole = (types & SendArguments.WHOLE_REGION) != 0;
        final MemoryKey region = isWhole ? device.keys().find(packet.remoteKey) : null;
        final long address = region == null ? packet.remoteAddress : region.firstAddress();
        final long length = isWhole ? 0 : packet.operand;
        if (!queuePair.grants(rights)) {
            failAfter(packet, CompletionStatus.REM_INV_REQ_ERR);
        } else if (!allows(packet.remoteKey, address, length, rights)) {
            failAfter(packet, CompletionStatus.REM_ACCESS_ERR);
        } else {
            accept(packet, transfer);
        }
    }

    private static boolean isMisaligned(final Packet packet) {
        return (packet.remoteAddress & Long.BYTES - 1) != 0;
    }

    /** The native address of 8 bytes that a packet names. Where there is none the packet was answered. */
    private long locate(final Packet packet, final DmaTransfer transfer) {
        final long address = transfer.locate(packet.remoteKey, packet.remoteAddress, Long.BYTES);
        if (address == Iommu.FAULT) {
            refuse(packet, transfer);
        }
        return address;
    }

    /** Whether a READ has to wait for pages. What has no memory is found when it is read. */
    private boolean lacksPages(final int key, final long address, final int length) {
        final DmaTransfer transfer = device.dmaUnit().begin();
        return !transfer.isPresent(device.keys().find(key), address, length, false) && transfer.isPageFault();
    }

    /** Nothing of the packet was taken: the peer tries again after a while. */
    private void notReady(final Packet packet) {
        isResendAwaited = true;
        packet.answer = Packet.RNR_NAK;
        landAt(packet, simulation.nanoTime());
    }

    private boolean allows(final int key, final long address, final long length, final int right) {
        return device.keys().allowsPeer(target.domain, queuePair.number(), key, address, length, right);
    }

    private void accept(final Packet packet, final DmaTransfer transfer) {
        expectedPsn++;
        final long landing = transfer.landingTime(packet.payload.length());
        if (packet.isLast) {
            messages++;
            packet.answer = Packet.ACK;
            landAt(packet, landing);
        } else {
            lastLanding = Math.max(lastLanding, landing);
            device.packets().give(packet);
        }
    }

    @Override
    public void readFailed(final long psn, final int statusThere, final int messageSequence, final long landing) {
        final Packet packet = device.packets().take();
        packet.begin(Packet.NAK, queuePair.origin(), queuePair.epoch(), queuePair, psn);
        failAfter(packet, statusThere, landing);
        packet.messageSequence = messageSequence;
    }

    private void failAfter(final Packet packet, final int statusThere) {
        failAfter(packet, statusThere, device.dmaUnit().emptyLandingTime());
    }

    private void failAfter(final Packet packet, final int statusThere, final long landing) {
        isDead = true;
        packet.answer = Packet.NAK;
        packet.status = statusThere;
        landAt(packet, landing);
    }

    private void landAt(final Packet packet, final long time) {
        lastLanding = Math.max(lastLanding, time);
        packet.messageSequence = messages;
        packet.lands();
        simulation.schedule(packet, lastLanding);
    }

    /** The number of the packet whose turn it is. */
    long expectedPsn() {
        return expectedPsn;
    }

    /** Whether no request has failed. */
    boolean isAlive() {
        return !isDead;
    }

    @Override
    public long lastLanding() {
        return lastLanding;
    }

    @Override
    public void landed(final Packet packet) {
        if (packet.hasPosition()) {
            complete(packet);
        } else if (packet.answer == Packet.NAK) {
            queuePair.raise(eventOf(packet.status));
        }
        if (queuePair.isOperational()) {
            responses.answer(packet);
        }
    }

    private void complete(final Packet packet) {
        final ReceiveTarget landed = targets.of(packet);
        if (landed != null) {
            landed.completions.complete(packet);
        }
    }

    /** The event of a failure that no completion tells of. */
    private static AsyncEventType eventOf(final int statusThere) {
        return switch (statusThere) {
            case CompletionStatus.REM_ACCESS_ERR -> AsyncEventType.QP_ACCESS_ERR;
            case CompletionStatus.REM_INV_REQ_ERR -> AsyncEventType.QP_REQ_ERR;
            default -> AsyncEventType.QP_FATAL;
        };
    }

    @Override
    public void flush() {
        isDead = true;
        targets.flush();
    }
}
