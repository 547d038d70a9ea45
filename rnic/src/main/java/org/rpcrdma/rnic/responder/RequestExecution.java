// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.SendRequests;

/**
 * Executes the requests from a reliable queue pair's peer, in order. Requests fail as follows:
 *
 * <pre>
 * error                                    Receive here       request there
 * part of a message out of order           -                  REM_INV_REQ_ERR
 * WRITE whose length differs from its RETH -                  REM_INV_REQ_ERR
 * message longer than the Receive          LOC_LEN_ERR *      REM_INV_REQ_ERR *
 * Receive's key, domain, range, mapping    LOC_PROT_ERR *     REM_OP_ERR
 * key that a SEND invalidates              REM_INV_REQ_ERR    REM_ACCESS_ERR *
 * right that the queue pair does not grant -                  REM_INV_REQ_ERR
 * rkey, domain, range or right of RDMA     - *                REM_ACCESS_ERR
 * more READs than agreed                   -                  REM_INV_REQ_ERR *
 * IOMMU fault despite a valid rkey         -                  REM_OP_ERR
 * no Receive posted, pages not present     -                  waits and retries (RNR NAK)
 *
 * *: unless the device's {@link Personality} specifies a different status
 * </pre>
 */
final class RequestExecution {
    /** The result of {@link #execute} if the request failed. */
    static final long FAILED = 0;
    /**
     * The result of {@link #execute} if the peer must retry later, because no Receive is posted or a page is not
     * present.
     */
    static final long NOT_READY = -1;

    private static final long ONE = 1;

    /** Means that no message is in progress. */
    private static final byte NONE = -1;

    private final int queuePair;
    private final Personality personality;
    private final Timeline timeline;
    private final KeyTable keys;
    private final DeviceDma dma;
    private final Peer peer;
    private final ReceiveTarget target;
    private final ResponseSender responses;
    private final RequestOutcomes outcomes;
    private final QueuePairEvents events;
    private final DmaTimes.RequestPipeline pipeline;
    private RecentRequests recent;
    private int mtu;
    /** The kind of the message in progress, or NONE. */
    private byte inProgress = NONE;
    /** The number of bytes received so far in the message in progress. */
    private int offset;

    private final WriteTarget written = new WriteTarget();

    RequestExecution(
            final QueuePairContext context,
            final ReceiveTarget target,
            final ResponseSender responses,
            final RequestOutcomes outcomes,
            final DeviceDma dma) {
        this.dma = dma;
        personality = context.personality();
        timeline = context.timeline();
        keys = dma.keys();
        pipeline = dma.newPipeline();
        queuePair = context.self().number;
        peer = context.peer();
        events = context.events();
        this.target = target;
        this.responses = responses;
        this.outcomes = outcomes;
    }

    /** Prepares for requests. READs and atomics are recorded in the given object. */
    void connect(final int pathMtu, final RecentRequests remembered) {
        mtu = pathMtu;
        recent = remembered;
    }

    /** Executes a packet. Returns the number of PSNs that it consumes, or FAILED, or NOT_READY. */
    long execute(final Packet packet) {
        final int length = packet.payload.length();
        if (length != mtu && (!packet.isLast || length > mtu) || !isInPlace(packet)) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        return switch (packet.kind) {
            case Packet.SEND -> send(packet);
            case Packet.WRITE -> write(packet);
            case Packet.READ_REQUEST -> read(packet);
            case Packet.ATOMIC -> atomic(packet);
            case Packet.ATOMIC_WRITE -> atomicWrite(packet);
            default -> flushMemory(packet);
        };
    }

    /** Returns true if a packet continues the current message, or begins a message after the previous one has ended. */
    private boolean isInPlace(final Packet packet) {
        return packet.isFirst ? inProgress == NONE : inProgress == packet.kind;
    }

    private long send(final Packet packet) {
        if (packet.isFirst) {
            if (!target.queue.take(timeline.nanoTime())) {
                return notReady(packet);
            }
            offset = 0;
        }
        final int slot = target.queue.slot(target.queue.consumed - 1);
        final DmaTransfer transfer = dma.beginReceive();
        final boolean hasRoom = target.memory.hasRoom(slot, offset, packet.payload.length());
        final boolean isInline = hasRoom && target.memory.isForCompletion(packet, slot);
        final int status = hasRoom ? place(packet, slot, isInline, transfer) : personality.messageTooLong();
        if (transfer.isPageFault()) {
            if (packet.isFirst) {
                target.queue.giveBack();
            }
            return notReady(packet);
        }
        offset += packet.payload.length();
        if (status != CompletionStatus.SUCCESS) {
            return failReceive(packet, Packet.NAK, requesterStatus(status), status, transfer.landingTime(0));
        }
        if (packet.isInvalidating && !keys.invalidateForPeer(target.domain, queuePair, packet.remoteKey)) {
            // Soft-RoCE has already acknowledged the data.
            final byte answer = personality == Personality.RXE ? Packet.ACK : Packet.NAK;
            final int receiveStatus = CompletionStatus.REM_INV_REQ_ERR;
            final int there = CompletionStatus.REM_ACCESS_ERR;
            return failReceive(packet, answer, there, receiveStatus, transfer.landingTime(0));
        }
        return takeIntoReceive(packet, isInline, transfer);
    }

    /** Copies a packet of a SEND into its Receive, in which it must fit, and returns the Receive's status. */
    private int place(final Packet packet, final int slot, final boolean isInline, final DmaTransfer transfer) {
        if (isInline) {
            packet.payload.detach();
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

    private long write(final Packet packet) {
        if (packet.isFirst) {
            offset = 0;
            written.begin(packet);
        }
        final DmaTransfer transfer = dma.begin();
        final long address = written.address(offset);
        final int left = written.left(offset);
        if (!peer.may(Access.REMOTE_WRITE) || !written.fits(packet, offset)) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (left != 0 && !allows(written.key, address, left, Access.REMOTE_WRITE)) {
            return refuseWrite(packet);
        }
        if (!transfer.scatter(packet, written.key, address, packet.payload.length())) {
            return refuse(packet, transfer);
        }
        if (packet.hasImmediate && !target.queue.take(timeline.nanoTime())) {
            return notReady(packet);
        }
        offset += packet.payload.length();
        return packet.hasImmediate ? takeIntoReceive(packet, false, transfer) : take(packet, transfer);
    }

    /**
     * Rejects a WRITE whose key does not grant access. Soft-RoCE has already consumed the Receive for the immediate
     * data, and fails it.
     */
    private long refuseWrite(final Packet packet) {
        if (personality != Personality.RXE || !packet.hasImmediate) {
            return fail(packet, CompletionStatus.REM_ACCESS_ERR);
        }
        if (!target.queue.take(timeline.nanoTime())) {
            return notReady(packet);
        }
        final int status = CompletionStatus.REM_ACCESS_ERR;
        return failReceive(packet, Packet.NAK, status, status, dma.emptyLandingTime());
    }

    /**
     * Rejects a request whose memory cannot be accessed. If pages are being faulted in, the peer retries the request;
     * otherwise, the request fails.
     */
    private long refuse(final Packet packet, final DmaTransfer transfer) {
        return transfer.isPageFault()
                ? notReady(packet)
                : fail(packet, CompletionStatus.REM_OP_ERR, transfer.landingTime(0));
    }

    private long read(final Packet packet) {
        final int length = packet.messageLength;
        if (!peer.may(Access.REMOTE_READ) || length < 0) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (length != 0 && !allows(packet.remoteKey, packet.remoteAddress, length, Access.REMOTE_READ)) {
            return fail(packet, CompletionStatus.REM_ACCESS_ERR);
        }
        if (!responses.hasRoomForRead()) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (length != 0 && lacksPages(packet.remoteKey, packet.remoteAddress, length)) {
            return notReady(packet);
        }
        packet.messageSequence = outcomes.countMessage();
        final long psns = recent.addRead(packet);
        responses.addRead(packet, target.domain, false);
        peer.drop(packet);
        return psns;
    }

    private long atomic(final Packet packet) {
        final DmaTransfer transfer = dma.begin();
        if (!peer.may(Access.REMOTE_ATOMIC) || isMisaligned(packet) || !responses.hasRoomForRead()) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (!allows(packet.remoteKey, packet.remoteAddress, Long.BYTES, Access.REMOTE_ATOMIC)) {
            return fail(packet, CompletionStatus.REM_ACCESS_ERR);
        }
        final long address = transfer.locate(packet.remoteKey, packet.remoteAddress, Long.BYTES);
        if (address == Iommu.FAULT) {
            return refuse(packet, transfer);
        }
        final long before = carryOut(packet, address);
        packet.messageSequence = outcomes.countMessage();
        recent.addAtomic(packet, before);
        responses.addAtomic(packet, before, false);
        peer.drop(packet);
        return ONE;
    }

    /** Executes an atomic operation on native memory and returns the previous value. */
    private static long carryOut(final Packet packet, final long address) {
        final long before = HostBytes.getLong(address);
        if (packet.operation == Operation.FETCH_AND_ADD) {
            HostBytes.putLong(address, before + packet.operand);
        } else if (before == packet.operand) {
            HostBytes.putLong(address, packet.swap);
        }
        return before;
    }

    private long atomicWrite(final Packet packet) {
        final DmaTransfer transfer = dma.begin();
        if (!peer.may(Access.REMOTE_WRITE) || isMisaligned(packet) || packet.messageLength != Long.BYTES) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (!allows(packet.remoteKey, packet.remoteAddress, Long.BYTES, Access.REMOTE_WRITE)) {
            return fail(packet, CompletionStatus.REM_ACCESS_ERR);
        }
        final long address = transfer.locate(packet.remoteKey, packet.remoteAddress, Long.BYTES);
        if (address == Iommu.FAULT) {
            return refuse(packet, transfer);
        }
        HostBytes.putLong(address, packet.operand);
        return take(packet, transfer);
    }

    /** Checks a flush. No other action is necessary, because earlier data is already visible to all observers. */
    private long flushMemory(final Packet packet) {
        final DmaTransfer transfer = dma.begin();
        final int types = packet.flushTypes;
        final int rights = ((types & SendRequests.FLUSH_GLOBAL) != 0 ? Access.FLUSH_GLOBAL : 0)
                | ((types & SendRequests.FLUSH_PERSISTENT) != 0 ? Access.FLUSH_PERSISTENT : 0);
        final boolean isWhole = (types & SendArguments.WHOLE_REGION) != 0;
        final MemoryKey region = isWhole ? keys.find(packet.remoteKey) : null;
        final long address = region == null ? packet.remoteAddress : region.firstAddress();
        final long length = isWhole ? 0 : packet.operand;
        if (rights == 0 || !peer.may(rights)) {
            return fail(packet, CompletionStatus.REM_INV_REQ_ERR);
        }
        if (!allows(packet.remoteKey, address, length, rights)) {
            return fail(packet, CompletionStatus.REM_ACCESS_ERR);
        }
        return take(packet, transfer);
    }

    private static boolean isMisaligned(final Packet packet) {
        return (packet.remoteAddress & Long.BYTES - 1) != 0;
    }

    /**
     * Returns true if a READ must wait for pages. Memory that does not exist is detected later, when the response is
     * read from it.
     */
    private boolean lacksPages(final int key, final long address, final int length) {
        final DmaTransfer transfer = dma.begin();
        return !transfer.isPresent(keys.find(key), address, length, false) && transfer.isPageFault();
    }

    private boolean allows(final int key, final long address, final long length, final int right) {
        return keys.allowsPeer(target.domain, queuePair, key, address, length, right);
    }

    private long take(final Packet packet, final DmaTransfer transfer) {
        goOn(packet);
        outcomes.take(packet, landingTime(packet, transfer));
        return ONE;
    }

    /** Updates the progress of the message after a packet. */
    private void goOn(final Packet packet) {
        inProgress = packet.isLast ? NONE : packet.kind;
    }

    private long takeIntoReceive(final Packet packet, final boolean isInline, final DmaTransfer transfer) {
        goOn(packet);
        final long landing = landingTime(packet, transfer);
        outcomes.takeIntoReceive(packet, target.queue.consumed - 1, offset, isInline, landing);
        return ONE;
    }

    private long landingTime(final Packet packet, final DmaTransfer transfer) {
        return pipeline.pass(packet.isFirst, transfer.landingTime(packet.payload.length()));
    }

    private long notReady(final Packet packet) {
        events.notReady();
        outcomes.answer(packet, Packet.RNR_NAK, packet.psn);
        return NOT_READY;
    }

    private long fail(final Packet packet, final int statusThere) {
        return fail(packet, statusThere, dma.emptyLandingTime());
    }

    private long fail(final Packet packet, final int statusThere, final long landing) {
        outcomes.fail(packet, statusThere, landing);
        return FAILED;
    }

    private long failReceive(
            final Packet packet, final byte answer, final int statusThere, final int status, final long landing) {
        outcomes.failReceive(packet, answer, statusThere, target.queue.consumed - 1, status, offset, landing);
        return FAILED;
    }
}
