// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.dma.LandingPool;
import org.rpcrdma.rnic.dma.LandingTaker;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.queue.ReceiveElements;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;

/**
 * The responding half of an unreliable queue pair, which sends no answers. A message is dropped, and its Receive is
 * left for the next message, if
 * <ul>
 *   <li>one of the message's packets is lost;
 *   <li>no Receive is posted, or the Receive is too small (soft-RoCE fails the Receive instead);
 *   <li>the rkey or the queue pair does not permit the access;
 *   <li>the message is a datagram with a wrong qkey.
 * </ul>
 *
 * <p>If a Receive's memory cannot be written, or if the message invalidates a key without permission, the Receive and
 * the queue pair fail. A datagram is stored after a route header of 40 bytes.
 */
public final class UnreliableResponder implements RequestTaker, LandingTaker {
    private final PacketOrigin self;
    private final int domain;
    private final QueuePairParameters parameters;
    private final Peer peer;
    private final QueuePairEvents events;
    private final LandingPool landings;
    private final KeyTable keys;
    private final DeviceDma dma;
    private final Personality personality;
    private final Timeline timeline;
    private final ReceiveQueue queue;
    private final ReceiveElements memory;
    private final ReceiveCompletions completions;
    private final boolean isDatagram;
    /** True if a message that is too long for its Receive is dropped, so that the next message can use the Receive. */
    private final boolean isTooLongDropped;

    private long expectedPsn;
    private long lastLanding;
    private boolean isDead;
    private boolean hasEnded;
    private boolean isInMessage;
    /** True while a Receive is taken, either for the current message or for a message that was dropped. */
    private boolean hasReceive;

    /** The kind of the message in progress, or of the last message. */
    private byte kind;
    /** The number of bytes received so far in the message in progress. */
    private int offset;

    private final WriteTarget written = new WriteTarget();

    public UnreliableResponder(final QueuePairContext context, final ReceiveTarget target, final DeviceDma dma) {
        this.dma = dma;
        landings = dma.landings();
        self = context.self();
        domain = context.domain();
        parameters = context.parameters();
        peer = context.peer();
        events = context.events();
        keys = dma.keys();
        personality = context.personality();
        timeline = context.timeline();
        queue = target.queue;
        memory = target.memory;
        completions = target.completions;
        isDatagram = self.type == QueuePairType.UD;
        isTooLongDropped = personality != Personality.RXE;
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
            peer.drop(packet);
        }
    }

    /** Returns true if a packet begins a message, or is the next packet of the message in progress. */
    private boolean isNext(final Packet packet) {
        if (isDatagram) {
            return packet.qkey == parameters.get(QueuePairParameter.QKEY);
        }
        final long psn = Psn.near(packet.psn, expectedPsn);
        final boolean isNext = packet.isFirst || isInMessage && psn == expectedPsn && packet.kind == kind;
        expectedPsn = psn + 1;
        if (packet.isFirst) {
            offset = 0;
            kind = packet.kind;
            written.begin(packet);
            isInMessage = true;
        }
        return isNext;
    }

    /** Handles a packet of a SEND. Returns true if the packet was accepted. */
    private boolean send(final Packet packet) {
        if (packet.isFirst) {
            offset = 0;
            if (isDatagram) {
                packet.payload.prependRoute(packet.origin.gid, self.gid);
            }
            hasReceive = hasReceive || queue.take(timeline.nanoTime());
        }
        final boolean hasRoom = hasReceive && memory.hasRoom(slot(), offset, packet.payload.length());
        if (!hasReceive || !hasRoom && isTooLongDropped) {
            return false;
        }
        final DmaTransfer transfer = dma.beginReceive();
        int status = CompletionStatus.SUCCESS;
        if (!hasRoom) {
            status = personality.messageTooLong();
        } else if (!memory.scatter(transfer, packet, slot(), offset)) {
            if (transfer.isPageFault()) {
                return false;
            }
            status = personality.badMemory();
        } else if (packet.isInvalidating && !keys.invalidateForPeer(domain, self.number, packet.remoteKey)) {
            status = CompletionStatus.REM_INV_REQ_ERR;
        }
        isDead = status != CompletionStatus.SUCCESS;
        offset += packet.payload.length();
        if (packet.isLast || isDead) {
            completeReceive(packet, status, transfer);
        } else {
            landPart(packet, transfer);
        }
        return true;
    }

    /** Handles a packet of an RDMA WRITE. Returns true if the packet was accepted. */
    private boolean write(final Packet packet) {
        final long address = written.address(offset);
        final int left = written.left(offset);
        final boolean isAllowed = peer.may(Access.REMOTE_WRITE)
                && written.fits(packet, offset)
                && (left == 0 || keys.allowsPeer(domain, self.number, written.key, address, left, Access.REMOTE_WRITE));
        if (!isAllowed) {
            return false;
        }
        if (packet.hasImmediate) {
            hasReceive = hasReceive || queue.take(timeline.nanoTime());
            if (!hasReceive) {
                return false;
            }
        }
        final DmaTransfer transfer = dma.begin();
        if (!transfer.scatter(packet, written.key, address, packet.payload.length())) {
            return false;
        }
        offset += packet.payload.length();
        if (packet.hasImmediate) {
            completeReceive(packet, CompletionStatus.SUCCESS, transfer);
        } else {
            landPart(packet, transfer);
        }
        return true;
    }

    private int slot() {
        return queue.slot(queue.consumed - 1);
    }

    private void completeReceive(final Packet packet, final int status, final DmaTransfer transfer) {
        isInMessage = false;
        hasReceive = false;
        final Landing landing = landings.take(this, packet);
        landing.complete(queue.consumed - 1, status, offset);
        lastLanding = Math.max(lastLanding, transfer.landingTime(packet.payload.length()));
        landings.schedule(landing, lastLanding);
    }

    private void landPart(final Packet packet, final DmaTransfer transfer) {
        isInMessage = !packet.isLast;
        lastLanding = Math.max(lastLanding, transfer.landingTime(packet.payload.length()));
        peer.drop(packet);
    }

    @Override
    public void landed(final Landing landing) {
        if (hasEnded || !events.isOperational()) {
            return;
        }
        completions.complete(landing);
        if (landing.receiveStatus != CompletionStatus.SUCCESS) {
            events.fail();
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

    @Override
    public void drop() {
        hasEnded = true;
    }
}
