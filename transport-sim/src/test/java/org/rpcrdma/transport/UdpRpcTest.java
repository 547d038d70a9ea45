// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.FaultPlan;
import org.rpcrdma.nic.Inside;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.UdpNetwork;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/** RPCs between two devices on UDP sockets of this host, in real time. */
class UdpRpcTest implements ClientListener {
    private static final long LONGEST_NANOS = 20_000_000_000L;
    private static final long SLICE = 1_000_000;
    private static final int PAYLOAD = 100_000;
    private static final int OUT = 1 << 20;

    private final UdpNetwork network = new UdpNetwork();
    private final SimulatedDevice here = network.attach("udp0", UdpAddresses.address(1));
    private final SimulatedDevice there = network.attach("udp1", UdpAddresses.address(2));
    private final List<String> disconnections = new ArrayList<>();
    private int connected;
    private RpcRdmaServer server;
    private RpcRdmaClient client;

    @Override
    public void onConnected() {
        connected++;
    }

    @Override
    public void onDisconnected(final String reason) {
        disconnections.add(reason);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        network.close();
    }

    private void await(final BooleanSupplier condition) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it takes too long: " + disconnections);
            network.simulation().stepUntil(network.simulation().nanoTime() + SLICE);
        }
    }

    private void connect(final RpcService service) {
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(there)
                .eventLoop(there.newEventLoop())
                .service(service));
        client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(here)
                .eventLoop(here.newEventLoop())
                .remote(new InetSocketAddress(UdpAddresses.address(2), TransportFixture.PORT))
                .tries(1)
                .callTimeout(0)
                .listener(this));
        client.connect();
        await(() -> connected == 1);
    }

    @Test
    void shouldAnswerEveryCallOnce() {
        connect(TransportFixture::echo);
        answerAll();
    }

    @Test
    void shouldAnswerEveryCallOnceWhatTheNetworkDoes() {
        final FaultPlan plan =
                FaultPlan.NONE.withLoss(0.01).withDuplication(0.01).withReordering(0.01, 50_000);
        Inside.follow(here, plan);
        Inside.follow(there, plan);
        connect(TransportFixture::echo);
        answerAll();
    }

    private void answerAll() {
        final List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            final Outcome outcome = new Outcome();
            outcomes.add(outcome);
            TransportFixture.stage(client, i, 64).send(64, outcome);
            if (i % 32 == 31) {
                await(() -> outcome.calls > 0);
            }
        }
        await(() -> outcomes.stream().allMatch(outcome -> outcome.calls > 0));
        Outcome.assertAllAnsweredInTurn(outcomes);
    }

    @Test
    void shouldCarryReadWriteAndReplyChunks() {
        connect(call -> {
            final int length = call.readLength(0);
            call.writeChunk(0, length).putBytes(0, call.readPayload(), call.readPayloadOffset(0), length);
            TransportFixture.echo(call);
        });
        try (MemoryBlock block = here.memory().allocate(TransportFixture.MEMORY, 4096)) {
            final UnsafeBuffer memory = new UnsafeBuffer(block.address(), TransportFixture.MEMORY);
            for (int round = 0; round < 20; round++) {
                TransportFixture.fillPattern(memory, PAYLOAD, round);
                final ClientCall call = TransportFixture.stage(client, round, 200);
                call.readSegment(40, block.address(), PAYLOAD);
                call.beginWriteChunk();
                call.writeSegment(block.address() + OUT, PAYLOAD);
                call.replySegment(block.address() + 2 * OUT, 1000);
                final Outcome outcome = new Outcome(1);
                call.send(200, outcome);
                await(() -> outcome.calls > 0);
                assertTrue(outcome.isReply(), outcome.failure);
                assertEquals(200, outcome.replyChunkLength);
                for (int i = 0; i < PAYLOAD; i++) {
                    assertEquals(TransportFixture.pattern(round, i), memory.getByte(OUT + i), "at " + i);
                }
            }
        }
    }
}
