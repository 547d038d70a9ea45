// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Calls without end, each call when the one before is answered, by turns inline and with a Read chunk and a Write
 * chunk, and checks each byte of the answers.
 */
final class HonestCaller implements ClientListener, AutoCloseable {
    static final int PAYLOAD = 20_000;
    private static final int LENGTH = 200;
    private static final int POSITION = 40;
    private static final int OUT = 1 << 16;
    private static final int CHUNKS_EVERY = 4;

    private final RpcRdmaClient client;
    private final MemoryBlock block;
    private final UnsafeBuffer memory;
    private boolean isStopped;
    private int calls;
    int answered;
    String failure;

    HonestCaller(final Device device, final InetSocketAddress server) {
        block = device.memory().allocate(2 * OUT, 4096);
        memory = new UnsafeBuffer(block.address(), 2 * OUT);
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(server)
                .tries(1)
                .callTimeout(0)
                .listener(this));
        client.connect();
    }

    /** Answers a call as the caller expects it: its message, and its Read chunk in its Write chunk. */
    static void serve(final RpcCall call) {
        if (call.writeChunkCount() != 0) {
            final int length = call.readLength(0);
            call.writeChunk(0, length).putBytes(0, call.readPayload(), call.readPayloadOffset(0), length);
        }
        TransportFixture.echo(call);
    }

    private void call() {
        final int xid = ++calls;
        final boolean hasChunks = xid % CHUNKS_EVERY == 0;
        final ClientCall call = TransportFixture.stage(client, xid, LENGTH);
        if (hasChunks) {
            TransportFixture.fillPattern(memory, PAYLOAD, xid);
            call.readSegment(POSITION, block.address(), PAYLOAD);
            call.beginWriteChunk();
            call.writeSegment(block.address() + OUT, PAYLOAD);
        }
        final byte[] message = new byte[LENGTH];
        call.message().getBytes(0, message);
        final Outcome outcome = new Outcome(hasChunks ? 1 : 0);
        call.send(LENGTH, outcome.then(() -> {
            check(outcome, xid, message, hasChunks);
            answered++;
            if (!isStopped) {
                call();
            }
        }));
    }

    private void check(final Outcome outcome, final int xid, final byte[] message, final boolean hasChunks) {
        if (isStopped && !outcome.isReply()) {
            return;
        }
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(xid, outcome.xid);
        assertArrayEquals(message, outcome.message);
        if (hasChunks) {
            assertEquals(PAYLOAD, outcome.writeChunkLengths[0]);
            for (int i = 0; i < PAYLOAD; i++) {
                assertEquals(TransportFixture.pattern(xid, i), memory.getByte(OUT + i), "byte " + i);
            }
        }
    }

    @Override
    public void onConnected() {
        call();
    }

    @Override
    public void onDisconnected(final String reason) {
        if (!isStopped) {
            failure = reason;
        }
    }

    @Override
    public void close() {
        isStopped = true;
        client.close();
        block.close();
    }
}
