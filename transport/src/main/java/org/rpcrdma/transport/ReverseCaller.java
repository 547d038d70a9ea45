// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.ArrayDeque;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * A server's calls in reverse direction on one connection (RFC 8167). Their replies come into Receives that are posted beyond the
 * credits of the calls in the other direction, and their Sends have places of their own in the send queue.
 */
final class ReverseCaller implements ReverseChannel {
    /** Calls outstanding at most, as svcrdma has it. */
    static final int CREDITS = 2;

    private static final int SHORTEST = 8;

    private final ServerConnection connection;
    private final ServerResources shared;
    private final int longest;
    private final long timeoutNanos;
    private final Credits credits = new Credits(CREDITS);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final SendRequests chain;
    private final Timer timer;
    private final ArrayList<ReverseSlot> slots = new ArrayList<>();
    private final ArrayDeque<ReverseSlot> free = new ArrayDeque<>();
    private final ArrayDeque<ReverseSlot> waiting = new ArrayDeque<>();
    private final Int2ObjectHashMap<ReverseSlot> byXid = new Int2ObjectHashMap<>();
    private final UnsafeBuffer received = new UnsafeBuffer(0, 0);
    private int posted;

    ReverseCaller(final ServerConnection connection, final ServerResources shared, final ConnectionTerms terms) {
        this.connection = connection;
        this.shared = shared;
        longest = terms.inlineThreshold() - RpcRdmaHeader.MIN_LENGTH;
        timeoutNanos = shared.reverseCallTimeoutNanos;
        chain = shared.device.newSendRequests(1, 1);
        timer = shared.loop.newTimer(this::failIfLate);
    }

    @Override
    public void call(final DirectBuffer message, final int offset, final int length, final ReplyHandler handler) {
        Arguments.required("handler", handler);
        Arguments.range("length", length, SHORTEST, longest);
        message.boundsCheck(offset, length);
        if (!connection.isOpen()) {
            handler.onFailure(connection.closeReason());
            return;
        }
        final ReverseSlot slot = take();
        slot.fill(message, offset, length, handler);
        waiting.add(slot);
        connection.beginDispatch();
        try {
            sendWaiting();
        } finally {
            connection.endDispatch();
        }
    }

    private ReverseSlot take() {
        if (!free.isEmpty()) {
            return free.pop();
        }
        final ReverseSlot slot = new ReverseSlot(slots.size(), new SendBuffer(shared.memory, shared.bufferSize));
        slots.add(slot);
        return slot;
    }

    private void sendWaiting() {
        while (connection.isOpen() && !waiting.isEmpty() && credits.hasOne() && posted < CREDITS) {
            final ReverseSlot slot = waiting.poll();
            if (byXid.containsKey(slot.xid())) {
                end(slot, "transaction id is in use: xid=0x" + Integer.toHexString(slot.xid()));
            } else {
                transmit(slot);
            }
        }
    }

    private void end(final ReverseSlot slot, final String failure) {
        final ReplyHandler handler = slot.handler;
        giveIfDone(slot);
        connection.failures.tell(handler, failure);
    }

    private void transmit(final ReverseSlot slot) {
        final int xid = slot.xid();
        writer.wrap(slot.buffer.bytes, 0, RpcRdmaHeader.MIN_LENGTH).begin(xid, CREDITS, RpcRdmaHeader.RDMA_MSG);
        final int length = writer.finish() + slot.length;
        chain.clear();
        chain.send(ReverseId.of(slot.id), SendRequests.SIGNALED);
        chain.sge(slot.buffer.iova, length, slot.buffer.lkey);
        byXid.put(xid, slot);
        credits.use();
        slot.replyPending = true;
        slot.sentNanos = shared.loop.nanoTime();
        if (timeoutNanos != 0 && !timer.isArmed()) {
            timer.arm(timeoutNanos);
        }
        try {
            connection.post(chain);
            slot.sendPending = true;
            posted++;
        } catch (final VerbsException e) {
            connection.fail("a reverse call cannot be posted: " + e.getMessage());
        }
    }

    /** Takes a message that is for a call of this direction; returns false where it is not. */
    boolean takes(final long receive, final long address, final int length) {
        received.wrap(address, length);
        final boolean isReply = MessageDirection.isReply(received, length);
        if (!isReply && !MessageDirection.isError(received, length)) {
            return false;
        }
        final ReverseSlot slot = byXid.remove(received.getInt(MessageDirection.XID, BIG_ENDIAN));
        if (slot == null) {
            if (isReply) {
                connection.metrics.messagesDropped++;
                connection.releaseReceive(receive);
            }
            return isReply;
        }
        slot.reply.begin(receive, address, length);
        complete(slot);
        return true;
    }

    private void complete(final ReverseSlot slot) {
        if (slot.reply.isWellFormed()) {
            credits.grant(slot.reply.credits());
        }
        credits.release();
        if (byXid.isEmpty()) {
            timer.cancel();
        }
        if (slot.reply.failure() == null) {
            connection.failures.tell(slot.handler, slot.reply);
        } else {
            connection.failures.tell(slot.handler, slot.reply.failure());
        }
        connection.releaseReceive(slot.reply.handle());
        slot.reply.end();
        slot.replyPending = false;
        giveIfDone(slot);
        sendWaiting();
    }

    void onSendDone(final long wrId) {
        posted--;
        final ReverseSlot slot = slots.get(ReverseId.call(wrId));
        slot.sendPending = false;
        giveIfDone(slot);
        sendWaiting();
    }

    private void giveIfDone(final ReverseSlot slot) {
        if (!slot.sendPending && !slot.replyPending) {
            slot.handler = null;
            free.push(slot);
        }
    }

    private void failIfLate() {
        long oldest = Long.MAX_VALUE;
        for (final ReverseSlot slot : byXid.values()) {
            oldest = Math.min(oldest, slot.sentNanos + timeoutNanos - shared.loop.nanoTime());
        }
        if (oldest <= 0) {
            connection.fail("no reply to a reverse call in time: timeoutNanos=" + timeoutNanos);
        } else if (oldest != Long.MAX_VALUE) {
            timer.arm(oldest);
        }
    }

    @Override
    public int callsOutstanding() {
        return byXid.size();
    }

    @Override
    public int callsQueued() {
        return waiting.size();
    }

    /** Whether the device is done with all Sends. */
    boolean isIdle() {
        return posted == 0;
    }

    /** The connection has ended: every call fails. */
    void close() {
        timer.cancel();
        final ArrayList<ReplyHandler> handlers = new ArrayList<>();
        for (final ReverseSlot slot : slots) {
            if (slot.replyPending) {
                handlers.add(slot.handler);
            }
            slot.buffer.close();
        }
        waiting.forEach(slot -> handlers.add(slot.handler));
        waiting.clear();
        byXid.clear();
        for (final ReplyHandler handler : handlers) {
            connection.failures.tell(handler, connection.closeReason());
        }
    }
}
