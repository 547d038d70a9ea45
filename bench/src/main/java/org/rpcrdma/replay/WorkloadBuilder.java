// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedConnect;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Joins the calls, replies and transfers in a capture into exchanges. */
final class WorkloadBuilder implements CaptureListener {
    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage message = new RpcMessage();
    private final UnsafeBuffer view = new UnsafeBuffer();
    private final Int2ObjectHashMap<CapturedConnection> connections = new Int2ObjectHashMap<>();
    private final List<Numbered> exchanges = new ArrayList<>();
    private final CapturedTraffic.Builder traffic = new CapturedTraffic.Builder();
    private final CallsInFlight inFlight = new CallsInFlight();
    private int calls;
    private int messages;
    private int notWhole;
    private int tooLarge;
    private int unanswered;
    private int reverseCalls;
    private int malformed;
    private int foreignSends;

    /** An exchange and its call's position in the capture. */
    private record Numbered(int call, Exchange exchange) {}

    /** The calls in flight on one connection of the capture. */
    private static final class CapturedConnection {
        final Int2ObjectHashMap<CapturedCall> callsByXid = new Int2ObjectHashMap<>();
        final KnownSegments segments = new KnownSegments();
        boolean isRpcRdma;
        /** The time of the latest message. */
        long lastNanos;
    }

    @Override
    public void onSend(final CapturedMessage send) {
        if (header.wrap(send.buffer(), send.offset(), send.length()) != HeaderStatus.VALID) {
            if (connection(send).isRpcRdma) {
                malformed++;
            } else {
                foreignSends++;
            }
            return;
        }
        seen(connection(send), send.relativeNanos());
        messages++;
        traffic.onMessage(send.connection(), send.relativeNanos());
        if (send.retransmitted()) {
            return;
        }
        final byte[] inline = new byte[send.length() - header.headerLength()];
        send.buffer().getBytes(send.offset() + header.headerLength(), inline);
        if (send.fromClient()) {
            onClientMessage(inline, connection(send));
        } else {
            onServerMessage(inline, connection(send));
        }
    }

    private void seen(final CapturedConnection connection, final long nanos) {
        if (connection.isRpcRdma) {
            inFlight.stay(connection.callsByXid.size(), Math.max(0, nanos - connection.lastNanos));
        }
        connection.isRpcRdma = true;
        connection.lastNanos = nanos;
    }

    @Override
    public void onConnect(final CapturedConnect connect) {
        traffic.onConnect(connect);
    }

    @Override
    public void onRdmaWrite(final CapturedMessage written) {
        if (!written.fromClient() && !written.retransmitted()) {
            connection(written).segments.take(written);
        }
    }

    @Override
    public void onRdmaRead(final CapturedMessage read) {
        if (read.fromClient() && !read.retransmitted()) {
            connection(read).segments.take(read);
        }
    }

    private CapturedConnection connection(final CapturedMessage moved) {
        return connections.computeIfAbsent(moved.connection(), id -> new CapturedConnection());
    }

    private void onClientMessage(final byte[] inline, final CapturedConnection connection) {
        final boolean isLong = header.procedure() == RpcRdmaHeader.RDMA_NOMSG;
        final boolean isShort = header.procedure() == RpcRdmaHeader.RDMA_MSG;
        if (!isLong && !isShort || isShort && isMessage(inline, RpcMessage.REPLY)) {
            return; // an error, or a reply to a call in the reverse direction
        }
        final CapturedCall call = new CapturedCall(calls++, exchanges.size(), isLong ? new byte[0] : inline);
        final boolean isReplayable = call.takeChunks(header, connection.segments);
        if (isReplayable && (isShort ? isMessage(inline, RpcMessage.CALL) : header.readSegmentCount() > 0)) {
            await(call, connection);
        } else {
            if (call.isTooLarge()) {
                tooLarge++;
            } else {
                malformed++;
            }
            call.forEachSegment(connection.segments::remove);
        }
    }

    /**
     * Adds a call. A retransmitted call is replayed only once. If a different call has the same transaction id, the
     * earlier call stays unanswered.
     */
    private void await(final CapturedCall call, final CapturedConnection connection) {
        final CapturedCall waiting = connection.callsByXid.put(header.xid(), call);
        if (waiting == null) {
            inFlight.call(connection.callsByXid.size());
            return;
        }
        if (waiting.isSentAgainBy(call)) {
            call.follow(waiting);
        } else {
            unanswered++;
            waiting.forEachSegment(connection.segments::remove);
        }
    }

    private void onServerMessage(final byte[] inline, final CapturedConnection connection) {
        final int procedure = header.procedure();
        if (procedure == RpcRdmaHeader.RDMA_MSG && isMessage(inline, RpcMessage.CALL)) {
            reverseCalls++;
            return;
        }
        traffic.onGrant(header.credits());
        final CapturedCall call = connection.callsByXid.remove(header.xid());
        if (call == null) {
            return;
        }
        final boolean answers = procedure == RpcRdmaHeader.RDMA_MSG || procedure == RpcRdmaHeader.RDMA_NOMSG;
        final Exchange exchange = answers ? call.completeAny(header, inline, exchanges.size()) : null;
        if (exchange != null
                && isMessage(exchange.callBegin(), RpcMessage.CALL)
                && isMessage(exchange.reply(), RpcMessage.REPLY)) {
            exchanges.add(new Numbered(call.sequence(), exchange));
        } else {
            notWhole++;
        }
        call.forEachSegment(connection.segments::remove);
    }

    /** Returns true if bytes are an RPC message of the given type that has the header's transaction id. */
    private boolean isMessage(final byte[] bytes, final int type) {
        view.wrap(bytes);
        final int status = message.wrap(view, 0, bytes.length);
        return status != HeaderStatus.TOO_SHORT && message.messageType() == type && message.xid() == header.xid();
    }

    /** Returns the complete exchanges in call order, with distinct transaction ids. */
    List<Exchange> exchanges() {
        final IntHashSet captured = new IntHashSet();
        exchanges.forEach(numbered -> captured.add(numbered.exchange().xid()));
        final IntHashSet taken = new IntHashSet();
        final List<Exchange> ordered = new ArrayList<>();
        int free = 0;
        exchanges.sort(Comparator.comparingInt(Numbered::call));
        for (final Numbered numbered : exchanges) {
            final Exchange exchange = numbered.exchange();
            if (taken.add(exchange.xid())) {
                ordered.add(exchange);
                continue;
            }
            do {
                free++;
            } while (captured.contains(free));
            ordered.add(exchange.withXid(free));
        }
        return List.copyOf(ordered);
    }

    /** Returns figures about the connections and their buffers, from the messages and set-ups seen so far. */
    CapturedTraffic traffic() {
        return traffic.build();
    }

    /** Returns the number of calls that the connections had in flight. */
    CallsInFlight inFlight() {
        return inFlight;
    }

    /** Returns the number of RPC-over-RDMA messages seen. */
    int messages() {
        return messages;
    }

    /**
     * Returns the number of SENDs on connections that use another protocol: no RPC-over-RDMA message has been seen on
     * them so far.
     */
    int others() {
        return foreignSends;
    }

    /** Returns the number of calls from servers to their clients. */
    int reverseCalls() {
        return reverseCalls;
    }

    /** Returns the number of calls that cannot be replayed, by reason. */
    LeftOut leftOut() {
        int waiting = 0;
        for (final CapturedConnection connection : connections.values()) {
            waiting += connection.callsByXid.size();
        }
        return new LeftOut(unanswered + waiting, tooLarge, notWhole, malformed);
    }
}
