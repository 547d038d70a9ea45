// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.collections.IntHashSet;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.connection.CallerCredits;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.TransportEvents;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A client's calls on one connection. This class sends calls when credits and send-queue entries are available, and
 * matches replies to calls. It invalidates a call's chunk memory before it passes the reply to the call's handler.
 *
 * <pre>
 *   QUEUED --> SENT: REG_MR ..., SEND --> reply --> LOCAL_INV ... --> handler --> slot free
 *    credit,                                 |                           ^        once the Send
 *    send-queue entries                      +-- all invalidated by peer-+        has completed
 * </pre>
 */
final class ClientCalls {
    private static final int XID_LENGTH = 4;

    final CallerCredits credits;
    private final ClientConnection connection;
    private final ClientSession session;
    private final ClientResources resources;

    private final AwaitedCalls awaited = new AwaitedCalls();

    /**
     * The transaction ids of abandoned calls whose replies may still arrive. Each of these calls uses a credit until
     * then.
     */
    private final IntHashSet givenUp = new IntHashSet();

    /** The number of calls that are awaiting their replies or the completion of their Sends. */
    private int sent;

    private ConnectionTerms terms;
    private ChunkChoice marshaller;
    private int room;

    ClientCalls(final ClientConnection connection, final ClientSession session) {
        this.connection = connection;
        this.session = session;
        resources = session.resources;
        credits = new CallerCredits(resources.credits);
        room = resources.sendDepth;
    }

    /** Starts to send calls on an established connection. */
    void begin(final ConnectionTerms agreed) {
        terms = agreed;
        marshaller = new ChunkChoice(agreed, resources.regionLimits.segments());
    }

    /** Sends waiting calls while credits and send-queue entries are available. */
    void sendWaiting() {
        while (connection.isOpen() && terms != null && !session.waiting.isEmpty() && credits.hasOne()) {
            final CallSlot slot = session.waiting.peek();
            marshaller.marshal(slot);
            // If the call has more segments than even an empty queue can hold, the call is posted anyway and fails.
            if (slot.workRequests() > room && sent > 0) {
                return;
            }
            transmit(session.waiting.poll());
        }
        if (connection.isOpen() && terms != null && !session.waiting.isEmpty() && isExhausted()) {
            connection.fail(EndCause.TIMEOUT, "abandoned calls hold all credits: credits=" + credits.granted());
        }
    }

    /** Returns true if abandoned calls use all credits and the client may connect again. */
    private boolean isExhausted() {
        return resources.tries > 1 && !credits.hasOne() && credits.used() == givenUp.size();
    }

    /** Withdraws a call that has received no reply. The call's memory is invalidated before its handler is called. */
    void withdraw(final CallSlot slot, final String reason) {
        final int xid = slot.sentXid();
        if (connection.isOpen() && awaited.get(xid) != slot) {
            return;
        }
        slot.giveUp(reason);
        if (connection.isOpen()) {
            awaited.remove(xid);
            givenUp.add(xid);
            release(slot);
        }
    }

    private void transmit(final CallSlot slot) {
        final int xid = slot.sentXid();
        final int headerLength = slot.segments.headerLength();
        final String problem = problem(slot, headerLength);
        if (problem != null) {
            refuse(slot, problem);
            return;
        }
        if (!givenUp.isEmpty() && givenUp.contains(xid) || !awaited.add(slot, xid)) {
            refuse(slot, "transaction id is already in use: xid=0x" + Integer.toHexString(xid));
            return;
        }
        final SendRequests chain = resources.sendChain;
        final long wrId = WorkRequestId.of(slot.sendId());
        chain.clear();
        try {
            resources.registrar.register(slot.segments, xid, chain, wrId);
        } catch (final VerbsException e) {
            awaited.remove(xid);
            refuse(slot, "chunk memory cannot be registered: " + e.getMessage());
            return;
        }
        stageSend(slot, xid, headerLength);
        slot.sent(session.nextSentNumber());
        sent++;
        session.replyTimer.start(slot);
        if (slot.tries++ > 0) {
            session.countRetransmission(slot);
        } else {
            slot.event = TransportEvents.beginClientCall(slot.messageLength());
            slot.firstSentNanos = firstSentNanos(slot);
        }
        credits.use();
        room -= slot.workRequests();
        slot.sendPending = connection.post(chain, "work requests");
    }

    /**
     * Returns the time, in ns, at which the call is sent. If there is a reply timeout, the reply timer has already read
     * the clock.
     */
    private long firstSentNanos(final CallSlot slot) {
        return resources.callTimeoutNanos != 0 || resources.stages == null ? slot.sentNanos : resources.stages.read();
    }

    private String problem(final CallSlot slot, final int headerLength) {
        if (slot.segments.count() > resources.maxSegments) {
            return "call has too many segments: segments=" + slot.segments.count() + " limit=" + resources.maxSegments;
        }
        if (headerLength + slot.inlineLength() > terms.inlineThreshold()) {
            return "call does not fit inline: header=" + headerLength + " message=" + slot.inlineLength()
                    + " inlineThreshold=" + terms.inlineThreshold();
        }
        return null;
    }

    private void refuse(final CallSlot slot, final String reason) {
        final ReplyHandler handler = slot.handler;
        session.ended(slot, reason);
        session.slots.end(slot);
        connection.failures().tell(handler, reason);
    }

    private void stageSend(final CallSlot slot, final int xid, final int headerLength) {
        final int start = resources.bufferSize - headerLength;
        final int procedure = slot.segments.hasPositionZeroChunk() ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG;
        resources.writer.wrap(slot.buffer.bytes, start, headerLength).begin(xid, credits.asked(), procedure);
        slot.segments.writeLists(resources.writer);
        final int length = resources.writer.finish() + slot.inlineLength();
        resources.sendChain.send(WorkRequestId.endOfChain(slot.sendId(), 1, true), SendRequests.SIGNALED);
        resources.traffic.inlineSent += length;
        resources.sendChain.sge(slot.buffer.iova() + start, length, slot.buffer.lkey());
    }

    /**
     * Handles a reply in a Receive buffer.
     *
     * @return true if the buffer is retained until the call is complete; false if no call is waiting for the reply.
     */
    boolean take(final long receive, final DirectBuffer received, final boolean invalidates, final int invalidatedKey) {
        final int length = received.capacity();
        resources.traffic.inlineReceived += length;
        final CallSlot slot = length < XID_LENGTH ? null : awaited.remove(received.getInt(0, BIG_ENDIAN));
        if (slot == null) {
            takeUnawaited(received);
            return false;
        }
        if (invalidates) {
            slot.segments.invalidated(invalidatedKey);
        }
        slot.reply.begin(receive, received.addressOffset(), length);
        if (slot.reply.isWellFormed()) {
            credits.onGrant(slot.reply.credits());
        }
        release(slot);
        return true;
    }

    /** Frees the credit of an abandoned call whose reply has arrived. */
    private void takeUnawaited(final DirectBuffer received) {
        if (received.capacity() >= XID_LENGTH && givenUp.remove(received.getInt(0, BIG_ENDIAN))) {
            credits.release();
            sendWaiting();
        } else {
            session.countUnknownReply();
        }
    }

    /** Invalidates the call's memory, then completes the call. */
    private void release(final CallSlot slot) {
        if (slot.segments.validCount() > 0) {
            invalidate(slot);
        } else {
            complete(slot);
        }
    }

    private void invalidate(final CallSlot slot) {
        final SendRequests chain = resources.sendChain;
        chain.clear();
        resources.registrar.stageInvalidations(
                slot.segments,
                chain,
                WorkRequestId.of(slot.invalidationId()),
                WorkRequestId.endOfChain(slot.invalidationId(), 1, true));
        connection.post(chain, "work requests");
    }

    /**
     * Completes a call that has received its reply or has been abandoned. The device must already have released its
     * chunk memory.
     */
    private void complete(final CallSlot slot) {
        resources.registrar.release(slot.segments);
        if (slot.givenUp() != null) {
            session.ended(slot, slot.givenUp());
            connection.failures().tell(slot.handler, slot.givenUp());
        } else {
            tellReply(slot);
            connection.releaseReceive(slot.reply.handle());
            slot.reply.end();
            credits.release();
        }
        slot.answered();
        if (!slot.sendPending) {
            recycle(slot);
        }
        sendWaiting();
    }

    private void tellReply(final CallSlot slot) {
        session.ended(slot, slot.reply.failure());
        if (slot.reply.failure() == null) {
            count(slot);
        }
        connection.failures().tell(slot.handler, slot.reply);
    }

    private void count(final CallSlot slot) {
        resources.traffic.readChunks += slot.segments.readBytes();
        resources.traffic.writeChunks += slot.reply.writeChunkBytes();
        resources.traffic.replyChunks += slot.reply.replyChunkLength();
        if (resources.stages != null) {
            resources.roundTrips.record(resources.stages.now() - slot.firstSentNanos);
        }
    }

    private void recycle(final CallSlot slot) {
        room += slot.workRequests();
        sent--;
        if (sent == 0) {
            session.replyTimer.stop();
        }
        session.slots.end(slot);
    }

    /**
     * Closes the connection if the oldest call has waited too long for its reply, because the call's credit may be
     * lost.
     */
    void failIfLate() {
        final CallSlot slot = session.slots.sent().stream()
                .filter(CallSlot::isUnanswered)
                .findFirst()
                .orElse(null);
        if (connection.isOpen() && slot != null && session.replyTimer.isLate(slot)) {
            connection.fail(
                    EndCause.TIMEOUT,
                    ReplyHandler.LATE + ": xid=0x" + Integer.toHexString(slot.sentXid()) + " timeoutNanos="
                            + session.replyTimer.timeoutNanos());
        }
    }

    /**
     * Handles the completion of a chain, which consists either of a call's registrations and Send or of its
     * invalidations.
     */
    void onChainDone(final long wrId, final boolean success) {
        final int id = WorkRequestId.call(wrId);
        final CallSlot slot = session.slots.get(CallSlot.slotId(id));
        if (CallSlot.isInvalidation(id)) {
            if (success && connection.isOpen()) {
                slot.segments.allInvalidated();
                complete(slot);
            }
        } else {
            slot.sendPending = false;
            if (slot.isAnswered()) {
                recycle(slot);
                sendWaiting();
            }
        }
    }

    /**
     * Invalidates chunk memory before the queue pair is destroyed. This is necessary because type 2 memory windows
     * belong to the queue pair to which they are bound, and soft-RoCE does not finish destroying a queue pair until its
     * windows have been released.
     */
    void withdraw() {
        for (final CallSlot slot : session.slots.sent()) {
            if (slot.isUnanswered()) {
                resources.registrar.release(slot.segments);
            }
        }
    }
}
