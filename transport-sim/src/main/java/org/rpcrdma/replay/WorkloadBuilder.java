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
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/** Joins the calls, replies and transfers of a capture to exchanges. */
final class WorkloadBuilder implements CaptureListener {
    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage message = new RpcMessage();
    private final Int2ObjectHashMap<CapturedConnection> connections = new Int2ObjectHashMap<>();
    private final List<Numbered> exchanges = new ArrayList<>();
    private int calls;
    private int messages;
    private int leftOut;
    private int largestSend;

    /** An exchange and its call's place in the capture. */
    private record Numbered(int call, Exchange exchange) {}

    /** What one connection of the capture has under way. */
    private static final class CapturedConnection {
        final Int2ObjectHashMap<CapturedCall> callsByXid = new Int2ObjectHashMap<>();
        final KnownSegments segments = new KnownSegments();
    }

    @Override
    public void onSend(final CapturedMessage send) {
        if (header.wrap(send.buffer(), send.offset(), send.length()) != HeaderStatus.VALID) {
            return;
        }
        messages++;
        largestSend = Math.max(largestSend, send.length());
        if (send.retransmitted()) {
            return;
        }
        final CapturedConnection connection = connection(send);
        if (send.fromClient()) {
            onCall(send, connection);
        } else {
            onReply(send, connection);
        }
    }

    @Override
    public void onRdmaWrite(final CapturedMessage written) {
        if (!written.fromClient()) {
            connection(written).segments.take(written);
        }
    }

    @Override
    public void onRdmaRead(final CapturedMessage read) {
        if (read.fromClient()) {
            connection(read).segments.take(read);
        }
    }

    private CapturedConnection connection(final CapturedMessage moved) {
        return connections.computeIfAbsent(moved.connection(), id -> new CapturedConnection());
    }

    private void onCall(final CapturedMessage send, final CapturedConnection connection) {
        if (connection.callsByXid.containsKey(header.xid())) {
            return; // the RPC was sent again before its reply: replayed once
        }
        final int length = send.length() - header.headerLength();
        final int offset = send.offset() + header.headerLength();
        final boolean isLong = header.procedure() == RpcRdmaHeader.RDMA_NOMSG && header.readSegmentCount() > 0;
        if (!isLong && !(header.procedure() == RpcRdmaHeader.RDMA_MSG && isCall(send, offset, length))) {
            leftOut++;
            return;
        }
        final byte[] body = new byte[isLong ? 0 : length];
        send.buffer().getBytes(offset, body);
        final CapturedCall call = new CapturedCall(calls++, exchanges.size(), body);
        if (!call.takeChunks(header, connection.segments)) {
            leftOut++;
            return;
        }
        connection.callsByXid.put(header.xid(), call);
    }

    private boolean isCall(final CapturedMessage send, final int offset, final int length) {
        return message.wrap(send.buffer(), offset, length) == HeaderStatus.VALID
                && message.messageType() == RpcMessage.CALL;
    }

    private void onReply(final CapturedMessage send, final CapturedConnection connection) {
        final CapturedCall call = connection.callsByXid.remove(header.xid());
        if (call == null) {
            return;
        }
        final int procedure = header.procedure();
        final boolean answers = procedure == RpcRdmaHeader.RDMA_MSG || procedure == RpcRdmaHeader.RDMA_NOMSG;
        final Exchange exchange = answers
                ? call.complete(
                        header,
                        send.buffer(),
                        send.offset() + header.headerLength(),
                        send.length() - header.headerLength(),
                        exchanges.size())
                : null;
        if (exchange == null) {
            leftOut++;
        } else {
            exchanges.add(new Numbered(call.sequence(), exchange));
        }
    }

    /** The exchanges that are whole, in the order of their calls. */
    List<Exchange> exchanges() {
        return exchanges.stream()
                .sorted(Comparator.comparingInt(Numbered::call))
                .map(Numbered::exchange)
                .toList();
    }

    /** RPC-over-RDMA messages seen. */
    int messages() {
        return messages;
    }

    /** Calls that cannot be replayed: no reply, or bytes missing, or chunks beyond the limit. */
    int leftOut() {
        int unanswered = 0;
        for (final CapturedConnection connection : connections.values()) {
            unanswered += connection.callsByXid.size();
        }
        return leftOut + unanswered;
    }

    /** Bytes of the largest Send. */
    int largestSend() {
        return largestSend;
    }
}
