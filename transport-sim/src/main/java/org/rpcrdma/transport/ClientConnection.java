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
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * One connection of a client: sends calls as credits and send queue allow, matches replies, and gets chunk memory back from
 * the device before a handler sees its reply.
 *
 * <pre>
 *   QUEUED --> SENT: REG_MR ..., SEND --> reply --> LOCAL_INV ... --> handler --> slot free
 *    credit,                                 |                           ^        once the Send
 *    send-queue room                         +-- all invalidated by peer-+        has completed
 * </pre>
 */
final class ClientConnection extends TransportConnection {
    private static final int XID_LENGTH = 4;

    final Credits credits;
    private final ClientSession session;
    private final ClientResources shared;
    private final SentCalls sent = new SentCalls();
    private final UnsafeBuffer received = new UnsafeBuffer(0, 0);
    private ConnectionTerms terms;
    private Marshaller marshaller;
    private ReverseResponder reverse;
    private int room;

    /** Signaled work requests that are posted. */
    private int signaled;

    ClientConnection(final ClientSession session) {
        this.session = session;
        shared = session.shared;
        credits = new Credits(shared.credits);
        room = shared.sendDepth;
    }

    /** Begins to connect. */
    void open(final InetSocketAddress remote) {
        beginDispatch();
        try {
            final int receiveCredits = shared.credits + shared.reverseCredits;
            final int receiveDepth = receiveCredits + shared.receiveBatch;
            openQueues(
                    shared.device,
                    shared.arenas.domain(),
                    shared.loop,
                    shared.completions,
                    shared.sendDepth + shared.reverseCredits,
                    receiveDepth,
                    1);
            receives = new ReceiveBuffers(
                    shared.arenas.open(),
                    queuePair,
                    shared.receiveChain,
                    receiveCredits,
                    shared.receiveBatch,
                    shared.arenas.reserved(receiveCredits, receiveDepth),
                    receiveDepth);
            receives.fill();
            connection = shared.device
                    .connections()
                    .connect(
                            remote,
                            queuePair,
                            ConnectionTerms.offer(shared.bufferSize, shared.remoteInvalidation),
                            shared.loop,
                            this);
        } catch (final RuntimeException e) {
            closeNow(e.getMessage());
            if (e instanceof VerbsException || e instanceof ArenaExhaustedException) {
                return;
            }
            throw e;
        }
        endDispatch();
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        if (isOpen()) {
            terms = ConnectionTerms.of(privateData, shared.bufferSize);
            reverse = shared.reverse == null ? null : new ReverseResponder(this, shared.reverse, terms);
            marshaller = new Marshaller(terms, shared.regionLimits.segments());
            beginDispatch();
            try {
                tellConnected();
                transmitWaiting();
            } finally {
                endDispatch();
            }
        }
    }

    private void tellConnected() {
        try {
            session.onConnected();
        } catch (final Throwable e) {
            failures.add(e);
        }
    }

    /** Sends what credits and send queue allow. */
    void sendWaiting() {
        beginDispatch();
        try {
            transmitWaiting();
        } finally {
            endDispatch();
        }
    }

    private void transmitWaiting() {
        while (isOpen() && terms != null && !session.waiting.isEmpty() && credits.hasOne()) {
            final CallSlot slot = session.waiting.peek();
            marshaller.marshal(slot);
            // A call that has too many segments for an empty queue is refused in its turn.
            if (slot.workRequests() > room && !sent.isEmpty()) {
                return;
            }
            transmit(session.waiting.poll());
        }
    }

    private void transmit(final CallSlot slot) {
        final int xid = slot.sentXid();
        final int headerLength = slot.segments.headerLength();
        final String problem = problem(slot, xid, headerLength);
        if (problem != null) {
            refuse(slot, problem);
            return;
        }
        final SendRequests chain = shared.sendChain;
        final long wrId = WorkRequestId.of(slot.sendId());
        chain.clear();
        try {
            shared.registrar.register(slot.segments, xid, chain, wrId);
        } catch (final VerbsException e) {
            refuse(slot, "chunk memory cannot be registered: " + e.getMessage());
            return;
        }
        stageSend(slot, xid, headerLength, wrId);
        slot.state = CallSlot.SENT;
        sent.add(slot, xid);
        session.replyTimer.start(slot);
        if (slot.tries++ > 0) {
            session.countRetransmission();
        }
        credits.use();
        room -= slot.workRequests();
        slot.sendPending = post(chain);
    }

    private String problem(final CallSlot slot, final int xid, final int headerLength) {
        if (slot.segments.count() > shared.maxSegments) {
            return "call has too many segments: segments=" + slot.segments.count() + " limit=" + shared.maxSegments;
        }
        if (headerLength + slot.inlineLength() > terms.inlineThreshold()) {
            return "call does not fit inline: header=" + headerLength + " message=" + slot.inlineLength()
                    + " inlineThreshold=" + terms.inlineThreshold();
        }
        return sent.isWaitedFor(xid) ? "transaction id is in use: xid=0x" + Integer.toHexString(xid) : null;
    }

    private void refuse(final CallSlot slot, final String reason) {
        final ReplyHandler handler = slot.handler;
        session.slots.give(slot);
        failures.tell(handler, reason);
    }

    private void stageSend(final CallSlot slot, final int xid, final int headerLength, final long wrId) {
        final int start = shared.bufferSize - headerLength;
        final int procedure = slot.segments.hasPositionZero() ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG;
        shared.writer.wrap(slot.buffer.bytes, start, headerLength).begin(xid, credits.asked(), procedure);
        slot.segments.writeLists(shared.writer);
        final int length = shared.writer.finish() + slot.inlineLength();
        shared.sendChain.send(WorkRequestId.last(wrId), SendRequests.SIGNALED);
        shared.sendChain.sge(slot.buffer.iova + start, length, shared.lkey);
    }

    /** Posts a chain whose last request alone is signaled. */
    private boolean post(final SendRequests chain) {
        try {
            queuePair.postSend(chain);
            signaled++;
            return true;
        } catch (final VerbsException e) {
            fail("work requests cannot be posted: " + e.getMessage());
            return false;
        }
    }

    @Override
    void onMessage(final long handle, final Completions batch, final int i) {
        final int length = batch.byteLength(i);
        receives.arena().syncForCpu(handle, length);
        final long address = receives.arena().address(handle);
        received.wrap(address, length);
        if (reverse != null && reverse.serves(received, length)) {
            releaseReceive(handle);
            return;
        }
        final CallSlot slot = length < XID_LENGTH ? null : sent.answered(received.getInt(0, BIG_ENDIAN));
        if (slot == null) {
            session.countUnknownReply();
            releaseReceive(handle);
            return;
        }
        if ((batch.flags(i) & Completions.WITH_INVALIDATE) != 0) {
            slot.segments.invalidated(batch.invalidatedKey(i));
        }
        slot.reply.begin(handle, address, length);
        if (slot.reply.isWellFormed()) {
            credits.grant(slot.reply.credits());
        }
        if (slot.segments.validCount() > 0) {
            invalidate(slot);
        } else {
            complete(slot);
        }
    }

    private void invalidate(final CallSlot slot) {
        final SendRequests chain = shared.sendChain;
        chain.clear();
        final long wrId = WorkRequestId.of(slot.invalidationId());
        shared.registrar.stageInvalidations(slot.segments, chain, wrId, WorkRequestId.last(wrId));
        post(chain);
    }

    /** The reply is there and the device has let go of the call's chunk memory. */
    private void complete(final CallSlot slot) {
        shared.registrar.release(slot.segments);
        tellReply(slot);
        releaseReceive(slot.reply.handle());
        slot.reply.end();
        credits.release();
        slot.state = CallSlot.DONE;
        if (!slot.sendPending) {
            recycle(slot);
        }
        transmitWaiting();
    }

    private void tellReply(final CallSlot slot) {
        if (slot.reply.failure() == null) {
            failures.tell(slot.handler, slot.reply);
        } else {
            failures.tell(slot.handler, slot.reply.failure());
        }
    }

    private void recycle(final CallSlot slot) {
        room += slot.workRequests();
        sent.remove(slot);
        if (sent.isEmpty()) {
            session.replyTimer.stop();
        }
        session.slots.give(slot);
    }

    /** Ends the connection where the call that was sent first has waited too long: its credit may be lost. */
    void failIfLate() {
        final CallSlot slot = sent.oldestUnanswered();
        if (isOpen() && slot != null && session.replyTimer.isLate(slot)) {
            fail("no reply in time: xid=0x" + Integer.toHexString(slot.sentXid()) + " timeoutNanos="
                    + session.replyTimer.timeoutNanos());
        }
    }

    private void releaseReceive(final long handle) {
        receives.release(handle);
        if (isOpen()) {
            try {
                receives.topUp();
            } catch (final VerbsException e) {
                fail("Receives cannot be posted: " + e.getMessage());
            }
        }
    }

    @Override
    void onSendDone(final long wrId, final boolean success) {
        if (ReverseId.isReverse(wrId)) {
            signaled--;
            reverse.onSendDone(wrId);
        } else if (WorkRequestId.isLast(wrId)) {
            signaled--;
            onChainDone(wrId, success);
        }
    }

    /** Posts the answer to a reverse call, which has a place of its own in the send queue. */
    void postReverse(final SendRequests chain) {
        queuePair.postSend(chain);
        signaled++;
    }

    private void onChainDone(final long wrId, final boolean success) {
        final int id = WorkRequestId.id(wrId);
        final CallSlot slot = session.slots.get(CallSlot.slotId(id));
        if (CallSlot.isInvalidation(id)) {
            if (success && isOpen()) {
                slot.segments.allInvalidated();
                complete(slot);
            }
        } else {
            slot.sendPending = false;
            if (slot.state == CallSlot.DONE) {
                recycle(slot);
                transmitWaiting();
            }
        }
    }

    @Override
    boolean isIdle() {
        return signaled == 0;
    }

    @Override
    void onClosing() {
        // Calls that wait may wait for the next connection.
    }

    @Override
    void onClosed() {
        for (CallSlot slot = sent.oldest(); slot != null; slot = slot.behind) {
            if (slot.state == CallSlot.SENT) {
                shared.registrar.release(slot.segments);
            }
            slot.reply.end();
        }
        if (reverse != null) {
            reverse.close();
        }
        if (receives != null) {
            receives.close();
        }
        session.onClosed(sent, closeReason(), failures);
    }
}
