// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Tests the send buffers of a server. Either all connections share one bounded arena, or each connection keeps its peak
 * number of buffers.
 */
class SendMemoryTest extends TransportTest {
    private static final int CONNECTIONS = 30;
    private static final int CALLS = 40;
    private static final int LENGTH = 200;
    private static final int BUFFER = 4096;

    /** The size of one shard. */
    private static final int BOUND = 65_536;

    private static final int BUFFERS = BOUND / BUFFER;

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private final List<RpcRdmaClient> clients = new ArrayList<>();
    private boolean holding;

    private void start(final UnaryOperator<RpcRdmaServer.Context> settings, final int connections) {
        start(settings, connections, DeviceConfiguration.DEFAULT);
    }

    private void start(
            final UnaryOperator<RpcRdmaServer.Context> settings,
            final int connections,
            final DeviceConfiguration devices) {
        fixture.open(this::serve, settings, client -> client, devices);
        for (int i = 0; i < connections; i++) {
            clients.add(fixture.newClient());
            clients.get(i).connect();
        }
        fixture.run();
        sendAll(1);
        fixture.run();
    }

    @AfterEach
    void close() {
        clients.forEach(RpcRdmaClient::close);
        fixture.close();
    }

    private void serve(final RpcCall call) {
        if (holding) {
            held.add(call);
        } else {
            TransportFixture.echo(call);
        }
    }

    private List<Outcome> sendAll(final int calls) {
        final List<Outcome> outcomes = new ArrayList<>();
        clients.forEach(client -> outcomes.addAll(TransportFixture.sendAll(client, calls, LENGTH)));
        return outcomes;
    }

    private void run(final long nanos) {
        fixture.run(nanos);
    }

    @Test
    void shouldStayBelowTheBoundAndAnswerAllCallsOfManyConnections() {
        start(server -> server.sendMemory(BOUND), CONNECTIONS);
        holding = true;
        final List<Outcome> outcomes = sendAll(CALLS);
        run(5_000_000);
        assertTrue(held.size() > BUFFERS / 2 && held.size() <= BUFFERS, "calls that the service has: " + held.size());
        assertEquals(CONNECTIONS * CALLS - held.size(), fixture.server.figures().callsWaiting());
        while (outcomes.stream().anyMatch(outcome -> outcome.calls == 0)) {
            while (!held.isEmpty()) {
                TransportFixture.echo(held.remove());
            }
            assertTrue(fixture.simulation.step(), "no deadlock");
            assertTrue(fixture.server.figures().sendBuffersInUse() <= BUFFERS);
            assertTrue(fixture.server.figures().sendMappedBytes() <= BOUND);
        }
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(BOUND, fixture.server.mostSendBytesMapped());
        fixture.run();
        assertEquals(0, fixture.server.figures().callsWaiting());
        assertEquals(0, fixture.server.figures().sendBuffersInUse());
        assertEquals(0, fixture.server.figures().sendMappedBytes(), "freed when idle");
    }

    /**
     * The period is 30 seconds. It starts with a burst of 100 ms. Later replies are sent shortly before an ageing pass.
     */
    @Test
    void shouldUnmapTwoPeriodsAfterABurstAndTwoAndAHalfAfterAnyReply() {
        start(server -> server.sendMemory(BOUND), 3);
        for (int i = 0; i < 100; i++) {
            sendAll(4);
            run(1_000_000);
        }
        assertEquals(BOUND, fixture.server.figures().sendMappedBytes());
        run(60_000_000_000L);
        assertEquals(0, fixture.server.figures().sendMappedBytes(), "after two periods");
        sendAll(4);
        run(29_000_000_000L);
        sendAll(4);
        run(76_000_000_000L);
        assertEquals(0, fixture.server.figures().sendMappedBytes(), "after two periods and a half");
    }

    /**
     * A shard is added again at a different address and iova, once with the kernel's mapping and once with a user-space
     * mapping.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSendFromWhereAShardLiesAfterAPause(final boolean inKernel) {
        start(
                server -> server.sendMemory(BOUND),
                3,
                inKernel ? DeviceConfiguration.DEFAULT : DeviceConfiguration.DEFAULT.inUserSpace());
        assertEquals(0, fixture.server.figures().sendMappedBytes());
        final SimulatedDevice device = fixture.serverDevice;
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock former = device.memory().allocate(BOUND, BOUND);
        final ShardMapping formerMapping =
                ShardMapper.of(domain, DmaDirection.TO_DEVICE).map(former);
        final List<Outcome> outcomes = sendAll(4);
        fixture.run();
        for (final Outcome outcome : outcomes) {
            final UnsafeBuffer expected = new UnsafeBuffer(new byte[LENGTH]);
            TransportFixture.fillPattern(expected, LENGTH, outcome.xid);
            expected.putInt(0, outcome.xid, BIG_ENDIAN);
            assertArrayEquals(expected.byteArray(), outcome.answered().message);
        }
        formerMapping.close();
        former.close();
        domain.close();
    }

    /** When a connection ends, its calls are waiting for a buffer, hold a buffer, or are about to send from it. */
    @Test
    void shouldReleaseBuffersAtWhateverStepAConnectionEnds() {
        boolean interrupted = true;
        int steps = 0;
        for (; interrupted; steps += 7) {
            holding = false;
            start(server -> server.sendMemory(BOUND), 3);
            final List<Outcome> outcomes = sendAll(2 * BUFFERS);
            for (int step = 0; step < steps && fixture.simulation.step(); ) {
                step++;
            }
            interrupted = outcomes.stream().anyMatch(outcome -> outcome.calls == 0);
            clients.get(0).disconnect();
            fixture.run();
            assertEquals(2, fixture.server.connections(), "at step " + steps);
            assertEquals(0, fixture.server.figures().sendBuffersInUse());
            assertEquals(0, fixture.server.figures().callsWaiting());
            for (int i = 2 * BUFFERS; i < outcomes.size(); i++) {
                assertTrue(outcomes.get(i).isReply(), "at step " + steps + ": " + outcomes.get(i).failure);
            }
            if (interrupted) {
                close();
                clients.clear();
            }
        }
        assertTrue(steps > 50, "steps=" + steps);
    }

    @Test
    void shouldHaveErrorsWaitForABuffer() {
        start(server -> server.sendMemory(BOUND), BUFFERS);
        holding = true;
        sendAll(1);
        run(5_000_000);
        assertEquals(BUFFERS, held.size());
        final RawPeer peer = new RawPeer(fixture.clientDevice, new byte[0]);
        peer.connect();
        run(5_000_000);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[BUFFER]);
        final int header = new RpcRdmaHeaderWriter()
                .wrap(bytes, 0, BUFFER)
                .begin(1, 8, RpcRdmaHeader.RDMA_MSG)
                .finish();
        bytes.putInt(4, 2, BIG_ENDIAN);
        peer.send(bytes, header + 40);
        run(5_000_000);
        assertEquals(0, peer.messages.size());
        assertEquals(1, fixture.server.figures().callsWaiting());
        TransportFixture.echo(held.remove());
        run(5_000_000);
        assertEquals(1, peer.messages.size(), "ERR_VERS");
        assertFalse(peer.disconnected);
        held.forEach(TransportFixture::echo);
        fixture.run();
        peer.disconnect();
        peer.close();
    }

    /** Buffers are either DMA-mapped under the domain's key or, as in user space, registered. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMapAtMostTheBuffersInUse(final boolean inKernel) {
        start(
                server -> server,
                CONNECTIONS,
                inKernel ? DeviceConfiguration.DEFAULT : DeviceConfiguration.DEFAULT.inUserSpace());
        for (int round = 0; round < 3; round++) {
            final List<Outcome> outcomes = sendAll(CALLS);
            fixture.run();
            outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        }
        final long most = fixture.server.mostSendBytesMapped();
        assertTrue(most <= CONNECTIONS * CALLS * BUFFER, "bytes=" + most);
        assertEquals(0, fixture.server.figures().sendMappedBytes());
    }

    /** svcrdma's send contexts behave in the same way. */
    @Test
    void shouldKeepTheBuffersThatEachConnectionNeededUntilItEnds() {
        start(server -> server.keptSendBuffers(true).sendMemory(BOUND), CONNECTIONS);
        holding = true;
        sendAll(CALLS);
        run(5_000_000);
        assertEquals(CONNECTIONS * CALLS, held.size(), "nothing bounds them");
        held.forEach(TransportFixture::echo);
        fixture.run();
        final long most = fixture.server.mostSendBytesMapped();
        assertEquals((long) CONNECTIONS * CALLS * BUFFER, most);
        assertEquals(most, fixture.server.figures().sendMappedBytes(), "idle or not");
        assertEquals(0, fixture.server.figures().sendBuffersInUse());
        clients.remove(0).close();
        fixture.run();
        assertEquals(
                (long) (CONNECTIONS - 1) * CALLS * BUFFER,
                fixture.server.figures().sendMappedBytes());
    }
}
