// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.echo;
import static org.rpcrdma.transport.TransportFixture.pattern;
import static org.rpcrdma.transport.TransportFixture.serverOn;
import static org.rpcrdma.transport.TransportFixture.stage;
import static org.rpcrdma.transport.TransportFixture.writeChunk;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.link.LinkCounters;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests many concurrent RPCs on a faulty network. Their arguments are fetched by RDMA READs, and their results are
 * returned by RDMA WRITEs.
 */
class UdpDisturbedChunksTest implements ClientListener {
    private static final long LONGEST_NANOS = 30_000_000_000L;
    private static final long SLICE = 1_000_000;
    private static final int IN_FLIGHT = 16;
    private static final int CALLS = 64;
    private static final int LONGEST = 200_000;
    private static final int PLACE = 1 << 18;

    private final UdpNetwork network = new UdpNetwork();
    private final UdpDevice here = network.attach("udp0", UdpAddresses.address(1));
    private final UdpDevice there = network.attach("udp1", UdpAddresses.address(2));
    private final RpcRdmaServer server = new RpcRdmaServer(serverOn(there).service(UdpDisturbedChunksTest::giveBack));
    private final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
            .device(here)
            .eventLoop(here.newEventLoop())
            .remote(new InetSocketAddress(UdpAddresses.address(2), TransportFixture.PORT))
            .tries(1)
            .callTimeout(0)
            .listener(this));
    private final MemoryBlock block = here.memory().allocate(2L * IN_FLIGHT * PLACE, 4096);
    private final UnsafeBuffer memory = new UnsafeBuffer(block.address(), 2 * IN_FLIGHT * PLACE);
    private boolean isConnected;
    private String disconnection = "";

    private static void giveBack(final RpcCall call) {
        final int length = call.readLength(0);
        call.writeChunk(0, length).putBytes(0, call.readPayload(), call.readPayloadOffset(0), length);
        echo(call);
    }

    @Override
    public void onConnected() {
        isConnected = true;
    }

    @Override
    public void onDisconnected(final String reason) {
        disconnection = reason;
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        block.close();
        network.close();
    }

    private void step(final long end) {
        assertTrue(System.nanoTime() < end, "it takes too long: " + disconnection);
        network.timeline().stepUntil(network.timeline().nanoTime() + SLICE);
    }

    @Test
    void shouldReadAndWriteEveryChunkWhenPacketsAreLostRepeatedAndLate() {
        final FaultPlan plan =
                FaultPlan.NONE.withLoss(0.01).withDuplication(0.01).withReordering(0.01, 50_000);
        here.faults().follow(plan);
        there.faults().follow(plan);
        client.connect();
        final long connected = System.nanoTime() + LONGEST_NANOS;
        while (!isConnected) {
            step(connected);
        }
        final List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            if (i >= IN_FLIGHT) {
                await(outcomes, i - IN_FLIGHT);
            }
            outcomes.add(call(i));
        }
        for (int i = CALLS - IN_FLIGHT; i < CALLS; i++) {
            await(outcomes, i);
        }
        assertTrue(Inside.of(there, LinkCounters.class).lost > 0, "nothing was lost");
    }

    private static int length(final int i) {
        return 1 + (int) (i * 7919L % LONGEST);
    }

    private static int argument(final int i) {
        return i % IN_FLIGHT * 2 * PLACE;
    }

    private static int result(final int i) {
        return argument(i) + PLACE;
    }

    private Outcome call(final int i) {
        for (int at = 0; at < length(i); at++) {
            memory.putByte(argument(i) + at, pattern(i, at));
        }
        final ClientCall call = stage(client, i, 64);
        call.readSegment(40, block.address() + argument(i), length(i));
        writeChunk(call, block.address() + result(i), length(i));
        final Outcome outcome = new Outcome(1);
        call.send(64, outcome);
        return outcome;
    }

    private void await(final List<Outcome> outcomes, final int i) {
        final Outcome outcome = outcomes.get(i);
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (outcome.calls == 0) {
            step(end);
        }
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(1, outcome.calls);
        for (int at = 0; at < length(i); at++) {
            assertEquals(pattern(i, at), memory.getByte(result(i) + at), i + " at " + at);
        }
    }
}
