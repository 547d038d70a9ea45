// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The responding half of an unreliable queue pair. Nothing is answered. A message is dropped, and its Receive left to
 * the next one, where
 *
 * <ul>
 *   <li>a packet of it is lost;
 *   <li>there is no Receive, or it has too little room, which soft-RoCE takes for a Receive that fails;
 *   <li>its rkey gives no access, or the queue pair does not;
 *   <li>it is a datagram with another qkey.
 * </ul>
 *
 * <p>A Receive whose own memory cannot be written, or whose message invalidates what it may not, fails, and the queue
 * pair with it. A datagram lands behind 40 bytes of
 * {@link RouteHeader}.
 */
final class UnreliableResponder implements RequestTaker {
    private final SimulatedQueuePair queuePair;
    private final SimulatedDevice device;
    private final Simulation simulation;
    private final ReceiveQueue queue;
    private final ReceiveMemory memory;
    private final ReceiveCompletions completions;
    private final boolean isDatagram;
    /** Whether a message that its Receive has no room for leaves that to the next one. */
    private final boolean isTooLongDropped;

    private long expectedPsn;
    private long lastLanding;
    private boolean isDead;
    private boolean isInMessage;
    /** Whether a Receive is taken: for the message in progress, or left by one that was dropped. */
    private boolean hasReceive;

    /** Bytes of the message in progress that arrived before. */
    private int offset;

    UnreliableResponder(final SimulatedQueuePair queuePair, final ReceiveTarget target) {
        this.queuePair = queuePair;
        queue = target.queue;
        memory = target.memory;
        completions = target.completions;
        device = queuePair.device();
        simulation = device.simulation();
        isDatagram = queuePair.type() == QueuePairType.UD;
        isTooLongDropped = device.personality() != Personality.RXE;
    }

    @Override
    public void connect(final int pathMtu, final int maxReadAtomic, final long firstPsn) {
        expectedPsn = firstPsn;
    }

    @Override
    public void request(final Packet packet) {
        final boolean isTaken = !isDead
                && isNext(packet)
                && switch (packet.kind) {
                    case Packet.SEND -> send(packet);
                    case Packet.WRITE -> write(packet);
                    default -> false;
                };
        if (!isTaken) {
            isInMessage = false;
            device.packets().give(packet);
        }
    }

    /** Whether a packet begins a message, or is the next of the one in progress. */
    private boolean isNext(final Packet packet) {
        if (isDatagram) {
            return packet.qkey == queuePair.parameter(QueuePairParameter.QKEY);
        }
        final long psn = Psn.near(packet.psn, expectedPsn);
        final boolean isNext = packet.isFirst || isInMessage && psn == expectedPsn;
        expectedPsn = psn + 1;
        if (packet.isFirst) {
            offset = 0;
            isInMessage = true;
        }
        return isNext;
    }

    /** Returns whether a packet of a SEND was taken. */
    private boolean send(final Packet packet) {
        if (packet.isFirst) {
            offset = 0;
            if (isDatagram) {
                packet.payload.prependRoute(packet.origin, queuePair);
            }
            hasReceive = hasReceive || queue.take(simulation.nanoTime(), packet.psn);
        }
        final boolean hasRoom = hasReceive && memory.hasRoom(slot(), offset, packet.payload.length());
        if (!hasReceive || !hasRoom && isTooLongDropped) {
            return false;
        }
        final DmaTransfer transfer = device.dmaUnit().beginReceive();
        if (!hasRoom) {
            packet.receiveStatus = device.personality().messageTooLong();
        } else if (!memory.scatter(transfer, packet, slot(), offset)) {
            if (transfer.isPageFault()) {
                return false;
            }
            packet.receiveStatus = device.personality().badMemory();
        } else if (packet.isInvalidating
                && !device.keys()
                        .invalidateForPeer(queuePair.domain().number(), queuePair.number(), packet.remoteKey)) {
            packet.receiveStatus = CompletionStatus.REM_INV_REQ_ERR;
        }
        isDead = packet.receiveStatus != CompletionStatus.SUCCESS;
        offset += packet.payload.length();
        if (packet.isLast || isDead) {
            completeReceive(packet, transfer);
        } else {
            landPart(packet, transfer);
        }
        return true;
    }

    /** Returns whether a packet of an RDMA WRITE was taken. */
    private boolean write(final Packet packet) {
        final long address = packet.remoteAddress + offset;
        final int left = packet.messageLength - offset;
        final boolean isAllowed = queuePair.grants(Access.REMOTE_WRITE)
                && (left == 0
                        || device.keys()
                                .allowsPeer(
                                        queuePair.domain().number(),
                                        queuePair.number(),
                                        packet.remoteKey,
                                        address,
                                        left,
                                        Access.REMOTE_WRITE));
        if (!isAllowed) {
            return false;
        }
        if (packet.hasImmediate) {
            hasReceive = hasReceive || queue.take(simulation.nanoTime(), packet.psn);
            if (!hasReceive) {
                return false;
            }
        }
        final DmaTransfer transfer = device.dmaUnit().begin();
        if (!transfer.scatter(packet, packet.remoteKey, address, packet.payload.length())) {
            return false;
        }
        offset += packet.payload.length();
        if (packet.hasImmediate) {
            completeReceive(packet, transfer);
        } else {
            landPart(packet, transfer);
        }
        return true;
    }

    private int slot() {
        return queue.slot(queue.consumed - 1);
    }

    private void completeReceive(final Packet packet, final DmaTransfer transfer) {
        isInMessage = false;
        hasReceive = false;
        packet.position = queue.consumed - 1;
        packet.receivedLength = offset;
        packet.lands();
        lastLanding = Math.max(lastLanding, transfer.landingTime(packet.payload.length()));
        simulation.schedule(packet, lastLanding);
    }

    private void landPart(final Packet packet, final DmaTransfer transfer) {
        isInMessage = !packet.isLast;
        lastLanding = Math.max(lastLanding, transfer.landingTime(packet.payload.length()));
        device.packets().give(packet);
    }

    @Override
    public void landed(final Packet packet) {
        completions.complete(packet);
        if (packet.receiveStatus != CompletionStatus.SUCCESS) {
            queuePair.fail();
        }
    }

    @Override
    public long lastLanding() {
        return lastLanding;
    }

    @Override
    public void flush() {
        isDead = true;
        completions.flush();
    }
}
