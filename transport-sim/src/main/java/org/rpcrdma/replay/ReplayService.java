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

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;

/**
 * The server's part of a replay: compares each call with the captured one, and answers with the captured reply and
 * the bytes that the captured server wrote. It keeps no state of a connection: any number of clients may replay the
 * same workload at once.
 */
public final class ReplayService implements RpcService {
    private final Int2ObjectHashMap<Exchange> byXid = new Int2ObjectHashMap<>();
    private final PayloadCheck check = new PayloadCheck();
    private long calls;

    /**
     * Makes a service that answers a workload's calls.
     *
     * @param workload what is replayed.
     */
    public ReplayService(final Workload workload) {
        workload.exchanges().forEach(exchange -> byXid.put(exchange.xid(), exchange));
    }

    @Override
    public void onCall(final RpcCall call) {
        calls++;
        final Exchange exchange = byXid.get(call.xid());
        if (exchange == null || !offersTheSameRoom(exchange, call)) {
            check.compared(call.messageLength(), false);
            call.drop();
            return;
        }
        compare(exchange, call);
        answer(exchange, call);
    }

    private static boolean offersTheSameRoom(final Exchange exchange, final RpcCall call) {
        return call.readSegmentCount() == exchange.readData().length
                && call.writeChunkCount() == exchange.writeSegments().length
                && call.hasReplyChunk() == exchange.replySegments().length > 0;
    }

    private void compare(final Exchange exchange, final RpcCall call) {
        if (!exchange.isLongCall()) {
            check.compare(exchange.call(), call.message(), call.messageOffset(), call.messageLength());
        }
        final DirectBuffer pulled = call.readPayload();
        for (int i = 0; i < exchange.readData().length; i++) {
            check.compare(exchange.readData()[i], pulled, call.readPayloadOffset(i), call.readLength(i));
        }
    }

    private static void answer(final Exchange exchange, final RpcCall call) {
        for (int c = 0; c < exchange.written().length; c++) {
            final byte[] data = exchange.written()[c];
            final MutableDirectBuffer room = call.writeChunk(c, data.length);
            room.putBytes(0, data);
        }
        call.replyMessage().putBytes(0, exchange.reply());
        call.reply(exchange.reply().length);
    }

    /**
     * Calls that arrived.
     *
     * @return how many.
     */
    public long calls() {
        return calls;
    }

    /**
     * Bytes of messages and chunks that arrived and were compared.
     *
     * @return how many.
     */
    public long payloadBytes() {
        return check.bytes();
    }

    /**
     * Messages and chunks that differed from what was captured.
     *
     * @return how many.
     */
    public long corruptions() {
        return check.corruptions();
    }
}
