// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.reverse;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.ArrayDeque;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.CallerCredits;
import org.rpcrdma.transport.connection.FirstXid;
import org.rpcrdma.transport.connection.MessageDirection;
import org.rpcrdma.transport.connection.NumberedPool;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedSendBuffer;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Sends a server's calls in the reverse direction on one connection (RFC 8167). For the replies, the connection posts
 * Receives in addition to one per credit of the forward direction. For the Sends, it reserves entries in the send
 * queue.
 */
public final class ReverseCaller implements ReverseChannel {
    /** The maximum number of outstanding calls, as in svcrdma. */
    public static final int CREDITS = 2;

    /** The maximum number of calls that can wait for a credit. */
    public static final int MOST_QUEUED = 4096;

    private static final int SHORTEST = 8;

    private final CallConnection connection;
    private final Settings settings;
    private final Runnable onDropped;
    private final int longest;
    private final CallerCredits credits = new CallerCredits(CREDITS);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final Timer timer;
    private final NumberedPool<ReverseSlot> slots;
    private final ArrayDeque<QueuedCall> waiting = new ArrayDeque<>();
    private final Int2ObjectHashMap<ReverseSlot> byXid = new Int2ObjectHashMap<>();
    private final UnsafeBuffer received = new UnsafeBuffer(0, 0);
    private int posted;
    private int nextXid;

    /**
     * A call that is waiting for a credit. It has its own copy of the message, because only calls that have been sent
     * have send buffers.
     */
    private record QueuedCall(DirectBuffer message, ReplyHandler handler) {}

    /**
     * The resources that an endpoint's reverse callers share.
     *
     * @param mapper       maps the send buffers.
     * @param bufferSize   the size of a send buffer, in bytes.
     * @param chain        a chain for one Send; only one caller at a time uses it.
     * @param loop         the event loop of the connections.
     * @param timeoutNanos the reply timeout in ns; 0 means no timeout.
     */
    public record Settings(
            BufferMapper mapper, int bufferSize, SendRequests chain, EventLoop loop, long timeoutNanos) {}

    /**
     * Creates a caller for one connection.
     *
     * @param inlineThreshold the maximum length of a message that the peer can receive, in bytes.
     * @param onDropped       called when a reply is ignored because no call is waiting for it.
     */
    public ReverseCaller(
            final CallConnection connection,
            final Settings settings,
            final int inlineThreshold,
            final Runnable onDropped) {
        this.connection = connection;
        this.settings = settings;
        this.onDropped = onDropped;
        longest = inlineThreshold - RpcRdmaHeader.MIN_LENGTH;
        nextXid = FirstXid.of(settings.loop);
        timer = settings.loop.newTimer(this::failIfLate);
        slots = new NumberedPool<>(
                id -> new ReverseSlot(id, new MappedSendBuffer(settings.mapper, settings.bufferSize)));
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
        if (waiting.size() >= MOST_QUEUED) {
            handler.onFailure("too many reverse calls are waiting for a credit: waiting=" + waiting.size());
            return;
        }
        connection.beginDispatch();
        try {
            if (waiting.isEmpty() && canSend()) {
                send(message, offset, length, handler);
            } else {
                final byte[] copy = new byte[length];
                message.getBytes(offset, copy);
                waiting.add(new QueuedCall(new UnsafeBuffer(copy), handler));
            }
        } finally {
            connection.endDispatch();
        }
    }

    private boolean canSend() {
        return connection.isOpen() && credits.hasOne() && posted < CREDITS;
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && canSend()) {
            final QueuedCall next = waiting.poll();
            try {
                send(next.message, 0, next.message.capacity(), next.handler);
            } catch (final VerbsException e) {
                connection.failures().tell(next.handler, "a send buffer is unavailable: " + e.getMessage());
            }
        }
    }

    private void send(final DirectBuffer message, final int offset, final int length, final ReplyHandler handler) {
        final int xid = message.getInt(offset, BIG_ENDIAN);
        if (byXid.containsKey(xid)) {
            connection.failures().tell(handler, "transaction id is already in use: xid=0x" + Integer.toHexString(xid));
            return;
        }
        final ReverseSlot slot = slots.take();
        slot.fill(message, offset, length, handler);
        transmit(slot, xid);
    }

    private void transmit(final ReverseSlot slot, final int xid) {
        writer.wrap(slot.buffer.bytes, 0, RpcRdmaHeader.MIN_LENGTH).begin(xid, CREDITS, RpcRdmaHeader.RDMA_MSG);
        final int length = writer.finish() + slot.length;
        final SendRequests chain = settings.chain;
        chain.clear();
        chain.send(WorkRequestId.reverse(slot.id), SendRequests.SIGNALED);
        chain.sge(slot.buffer.iova(), length, slot.buffer.lkey());
        byXid.put(xid, slot);
        credits.use();
        slot.replyPending = true;
        slot.sentNanos = settings.loop.nanoTime();
        if (settings.timeoutNanos != 0 && !timer.isArmed()) {
            timer.arm(settings.timeoutNanos);
        }
        if (connection.post(chain, "a reverse call")) {
            slot.sendPending = true;
            posted++;
        }
    }

    /** Handles a message that belongs to a reverse call and returns true. Returns false for other messages. */
    public boolean takes(final long receive, final long address, final int length) {
        received.wrap(address, length);
        final boolean isReply = MessageDirection.isReply(received, length);
        if (!isReply && !MessageDirection.isError(received, length)) {
            return false;
        }
        final ReverseSlot slot = byXid.remove(received.getInt(MessageDirection.XID, BIG_ENDIAN));
        if (slot == null) {
            if (isReply) {
                onDropped.run();
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
            credits.onGrant(slot.reply.credits());
        }
        credits.release();
        if (byXid.isEmpty()) {
            timer.cancel();
        }
        connection.failures().tell(slot.handler, slot.reply);
        connection.releaseReceive(slot.reply.handle());
        slot.reply.end();
        slot.replyPending = false;
        giveIfDone(slot);
        sendWaiting();
    }

    public void onSendDone(final long wrId) {
        posted--;
        final ReverseSlot slot = slots.get(WorkRequestId.call(wrId));
        slot.sendPending = false;
        giveIfDone(slot);
        sendWaiting();
    }

    private void giveIfDone(final ReverseSlot slot) {
        if (!slot.sendPending && !slot.replyPending) {
            slot.handler = null;
            slots.give(slot);
        }
    }

    private void failIfLate() {
        long oldest = Long.MAX_VALUE;
        for (final ReverseSlot slot : byXid.values()) {
            oldest = Math.min(oldest, slot.sentNanos + settings.timeoutNanos - settings.loop.nanoTime());
        }
        if (oldest <= 0) {
            connection.fail(
                    EndCause.TIMEOUT,
                    "no reply to a reverse call arrived in time: timeoutNanos=" + settings.timeoutNanos);
        } else if (oldest != Long.MAX_VALUE) {
            timer.arm(oldest);
        }
    }

    @Override
    public int nextXid() {
        return nextXid++;
    }

    @Override
    public int callsOutstanding() {
        return byXid.size();
    }

    @Override
    public int callsQueued() {
        return waiting.size();
    }

    /** Returns true if the device has completed all Sends. */
    public boolean isIdle() {
        return posted == 0;
    }

    /** Reports the failure of all calls, because the connection has ended. */
    public void close() {
        timer.cancel();
        final ArrayList<ReplyHandler> handlers = new ArrayList<>();
        for (final ReverseSlot slot : slots.all()) {
            if (slot.replyPending) {
                handlers.add(slot.handler);
            }
            slot.buffer.close();
        }
        waiting.forEach(call -> handlers.add(call.handler));
        waiting.clear();
        byXid.clear();
        for (final ReplyHandler handler : handlers) {
            connection.failures().tell(handler, connection.closeReason());
        }
    }
}
