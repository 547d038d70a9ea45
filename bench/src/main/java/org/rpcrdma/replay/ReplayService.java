// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;

/**
 * The server side of a replay. Compares each call with the captured call, and answers with the captured reply and with
 * the bytes that the captured server wrote. Rejects a call that it cannot answer in this way, so that the client is
 * notified of the error immediately. Keeps no state per connection, so any number of clients may replay the same
 * workload concurrently. Confined to its event loop.
 */
public class ReplayService implements RpcService {
    private final Int2ObjectHashMap<Exchange> byXid = new Int2ObjectHashMap<>();
    private final PayloadCheck check = new PayloadCheck();
    private long calls;

    /**
     * Creates a service that answers a workload's calls with the captured chunk lists.
     *
     * @param workload the replayed calls.
     */
    public ReplayService(final Workload workload) {
        workload.exchanges().forEach(exchange -> byXid.put(exchange.xid(), exchange));
    }

    @Override
    public void onCall(final RpcCall call) {
        calls++;
        final Exchange exchange = byXid.get(call.xid());
        if (exchange == null) {
            check.compared(call.messageLength(), false);
            call.refuse();
        } else if (compare(exchange, call, check)) {
            answer(exchange, call);
        } else {
            call.refuse();
        }
    }

    /** Compares a call with the captured call. Returns true if the captured reply fits into the call's chunks. */
    boolean compare(final Exchange exchange, final RpcCall call, final PayloadCheck payload) {
        if (!offersTheSameRoom(exchange, call)) {
            payload.compared(call.messageLength(), false);
            return false;
        }
        if (!exchange.isLongCall()) {
            payload.compare(exchange.call(), call.message(), call.messageOffset(), call.messageLength());
        }
        final DirectBuffer pulled = call.readPayload();
        for (int i = 0; i < exchange.readData().length; i++) {
            payload.compare(exchange.readData()[i], pulled, call.readPayloadOffset(i), call.readLength(i));
        }
        return true;
    }

    private static boolean offersTheSameRoom(final Exchange exchange, final RpcCall call) {
        return call.readSegmentCount() == exchange.readData().length
                && call.writeChunkCount() == exchange.writeSegments().length
                && call.hasReplyChunk() == exchange.replySegments().length > 0;
    }

    /** Answers a call with the captured reply, using the captured chunks. */
    void answer(final Exchange exchange, final RpcCall call) {
        for (int c = 0; c < exchange.written().length; c++) {
            final byte[] data = exchange.written()[c];
            call.writeChunk(c, data.length).putBytes(0, data);
        }
        call.replyMessage().putBytes(0, exchange.reply());
        call.reply(exchange.reply().length);
    }

    /**
     * Returns the number of calls received.
     *
     * @return 0 or more.
     */
    public long calls() {
        return calls;
    }

    /**
     * Returns the number of bytes in messages and chunks that were received and compared.
     *
     * @return 0 or more.
     */
    public long payloadBytes() {
        return check.bytes();
    }

    /**
     * Returns the number of messages and chunks that differed from the capture.
     *
     * @return 0 or more.
     */
    public long corruptions() {
        return check.corruptions();
    }
}
