// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Sends calls continuously, each after the reply to the previous call, and checks each byte of the replies. Successive
 * calls have no chunk, a Read and a Write chunk, a Reply chunk, or a Position-Zero Read chunk with a long Reply chunk.
 */
final class HonestCaller implements ClientListener, AutoCloseable {
    private static final int PAYLOAD = 20_000;
    private static final int LENGTH = 200;
    private static final int POSITION = 40;
    private static final int PLACE = 1 << 16;
    private static final int WAYS = 4;

    private final RpcRdmaClient client;
    private final MemoryBlock block;
    private final UnsafeBuffer memory;
    private boolean isStopped;
    private boolean isDisconnected;
    private int calls;
    int answered;
    /** The reason why a connection ended or a call failed; null if nothing has failed. */
    String failure;

    HonestCaller(final Device device, final InetSocketAddress server) {
        block = device.memory().allocate(2 * PLACE, 4096);
        memory = new UnsafeBuffer(block.address(), 2 * PLACE);
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(server)
                .tries(1)
                .callTimeout(0)
                .listener(this));
        client.connect();
    }

    /** Reconnects if the connection has ended. */
    void reconnect() {
        if (isDisconnected) {
            isDisconnected = false;
            failure = null;
            client.connect();
        }
    }

    /** Answers a call as the caller expects, with the call's message inline and its Read chunk in its Write chunk. */
    static void serve(final RpcCall call) {
        if (call.writeChunkCount() != 0) {
            final int length = call.readLength(0);
            call.writeChunk(0, length).putBytes(0, call.readPayload(), call.readPayloadOffset(0), length);
        }
        TransportFixture.echo(call);
    }

    private void call() {
        final int xid = ++calls;
        final int way = xid % WAYS;
        final ClientCall call = TransportFixture.stage(client, xid, LENGTH);
        if (way == 1) {
            TransportFixture.fillPattern(memory, PAYLOAD, xid);
            call.readSegment(POSITION, block.address(), PAYLOAD);
            TransportFixture.writeChunk(call, block.address() + PLACE, PAYLOAD);
        } else if (way == 2) {
            call.replySegment(block.address() + PLACE, LENGTH);
        } else if (way == 3) {
            TransportFixture.fillPattern(memory, PAYLOAD, xid);
            memory.putInt(0, xid, BIG_ENDIAN);
            call.messageAt(block.address(), PAYLOAD);
            call.longestReply(block.address() + PLACE, PAYLOAD);
        }
        final Outcome outcome = new Outcome(way == 1 ? 1 : 0);
        call.send(way == 3 ? 0 : LENGTH, outcome.then(() -> take(outcome, xid, way)));
    }

    private void take(final Outcome outcome, final int xid, final int way) {
        if (!outcome.isReply()) {
            failure = failure == null ? outcome.failure : failure;
            return;
        }
        assertEquals(xid, outcome.xid);
        assertEquals(way >= 2, outcome.inReplyChunk, "by a Reply chunk");
        final byte[] reply = outcome.inReplyChunk ? new byte[outcome.replyChunkLength] : outcome.message;
        if (outcome.inReplyChunk) {
            memory.getBytes(PLACE, reply);
        }
        assertEquals(way == 3 ? PAYLOAD : LENGTH, reply.length);
        for (int i = 4; i < reply.length; i++) {
            assertTrue(TransportFixture.pattern(xid, i) == reply[i], "byte " + i);
        }
        if (way == 1) {
            assertEquals(PAYLOAD, outcome.writeChunkLengths[0]);
            for (int i = 0; i < PAYLOAD; i++) {
                assertTrue(TransportFixture.pattern(xid, i) == memory.getByte(PLACE + i), "byte " + i);
            }
        }
        answered++;
        if (!isStopped) {
            call();
        }
    }

    @Override
    public void onConnected() {
        call();
    }

    @Override
    public void onDisconnected(final String reason) {
        failure = reason;
        isDisconnected = true;
    }

    @Override
    public void close() {
        isStopped = true;
        client.close();
        block.close();
    }
}
