// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.replay.EchoProtocol;
import org.rpcrdma.replay.EchoService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * The payload memory of a server: no more than its bound, whatever clients offer; what a reply needs; nothing after a
 * while.
 */
class PayloadMemoryTest {
    private static final int MAX_PAYLOAD = 65_536;
    private static final long BOUND = 16L * MAX_PAYLOAD;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int CLIENTS = 12;
    private static final int CALLS = 20;
    private static final int SLOW_PEERS = 100;

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private final List<Integer> served = new ArrayList<>();
    private long most;
    private TransportFixture fixture;

    private TransportFixture connect(final RpcService service, final UnaryOperator<RpcRdmaServer.Context> settings) {
        fixture = new TransportFixture(
                call -> {
                    served.add(call.xid());
                    service.onCall(call);
                    most = Math.max(most, fixture.server.payloadBytes());
                },
                settings,
                client -> client);
        fixture.connect();
        assertTrue(fixture.send(fixture.stage(0, 64), 64, 0).isReply());
        served.clear();
        return fixture;
    }

    private static RpcRdmaServer.Context bounded(final RpcRdmaServer.Context context) {
        return context.credits(64).maxPayload(MAX_PAYLOAD).payloadMemory(BOUND);
    }

    /** A call that has all that a call may have: a Read list, Write chunks, a Reply chunk. */
    private static ClientCall stageLargest(final RpcRdmaClient client, final MemoryBlock block, final int xid) {
        final ClientCall call = TransportFixture.stage(client, xid, 64);
        call.readSegment(40, block.address(), MAX_PAYLOAD);
        for (int i = 0; i < 3; i++) {
            call.beginWriteChunk();
            call.writeSegment(block.address(), MAX_PAYLOAD);
        }
        call.replySegment(block.address(), MAX_PAYLOAD);
        return call;
    }

    private static void fillAll(final RpcCall call) {
        for (int i = 0; i < call.writeChunkCount(); i++) {
            call.writeChunk(i, call.writeChunkCapacity(i));
        }
        call.reply(call.replyMessage().capacity());
    }

    private RpcRdmaClient newClient(final SimulatedDevice device, final ClientListener listener) {
        return new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(device.newEventLoop())
                .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                .tries(1)
                .callTimeout(0)
                .listener(listener));
    }

    /** 12 connections with 20 calls each, that together want 75 times the bound. */
    @Test
    void shouldStayBelowTheBoundAndAnswerAllCallsOfManyConnections() {
        try (TransportFixture all = connect(PayloadMemoryTest::fillAll, PayloadMemoryTest::bounded)) {
            final List<Outcome> outcomes = new ArrayList<>();
            final List<RpcRdmaClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                final RpcRdmaClient client = newClient(all.clientDevice, all);
                clients.add(client);
                client.connect();
                for (int call = 0; call < CALLS; call++) {
                    final Outcome outcome = new Outcome(3);
                    outcomes.add(outcome);
                    stageLargest(client, all.block, CALLS * i + call).send(64, outcome);
                }
            }
            int waited = 0;
            while (outcomes.stream().anyMatch(outcome -> outcome.calls == 0)) {
                assertTrue(all.simulation.step(), "no deadlock");
                most = Math.max(most, all.server.payloadBytes());
                waited = Math.max(waited, all.server.callsWaiting());
            }
            assertTrue(outcomes.stream().allMatch(Outcome::isReply));
            assertTrue(waited >= CLIENTS - 3, "waited=" + waited);
            assertTrue(most <= BOUND && most > BOUND / 2, "bytes=" + most);
            assertEquals(0, all.server.callsWaiting());
            clients.forEach(RpcRdmaClient::close);
        }
    }

    @Test
    void shouldGiveMemoryBackThatNobodyUses() {
        try (TransportFixture all =
                connect(PayloadMemoryTest::fillAll, server -> bounded(server).payloadIdlePeriod(10 * SECOND))) {
            final long idle = all.serverDevice.resources().memoryBytes();
            final Outcome outcome = new Outcome(3);
            stageLargest(all.client, all.block, 1).send(64, outcome);
            all.simulation.runUntil(all.simulation.nanoTime() + SECOND);
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(5 * MAX_PAYLOAD, all.server.payloadBytes());
            all.simulation.runUntil(all.simulation.nanoTime() + 20 * SECOND);
            assertEquals(0, all.server.payloadBytes());
            assertEquals(idle, all.serverDevice.resources().memoryBytes(), "nor send buffers");
        }
    }

    /** One of five blocks is used in each period: the others go. */
    @Test
    void shouldKeepMemoryThatIsUsed() {
        try (TransportFixture all =
                connect(PayloadMemoryTest::fillAll, server -> bounded(server).payloadIdlePeriod(10 * SECOND))) {
            stageLargest(all.client, all.block, 1).send(64, new Outcome(3));
            for (int i = 2; i < 8; i++) {
                final ClientCall call = all.stage(i, 64);
                call.replySegment(all.address(0), MAX_PAYLOAD);
                call.send(64, new Outcome());
                all.simulation.runUntil(all.simulation.nanoTime() + 5 * SECOND);
            }
            assertEquals(MAX_PAYLOAD, all.server.payloadBytes());
        }
    }

    @Test
    void shouldRefuseACallAtOnceThatNeedsMoreThanThereIs() {
        try (TransportFixture all = connect(PayloadMemoryTest::fillAll, PayloadMemoryTest::bounded)) {
            final ClientCall call = all.stage(1, 64);
            for (int i = 0; i < 16; i++) {
                call.beginWriteChunk();
                call.writeSegment(all.address(0), MAX_PAYLOAD);
            }
            assertEquals("the peer answered ERR_CHUNK", all.send(call, 64, 16).failure);
            assertEquals(
                    "a call may need more payload memory than there is: bytes=1048576 limit=983040 payloadMemory=1048576",
                    all.metrics().refusal());
            assertEquals(List.of(), served);
            assertEquals(List.of(), all.disconnections);
            final Outcome outcome = new Outcome(3);
            stageLargest(all.client, all.block, 1).send(64, outcome);
            all.simulation.run();
            assertTrue(outcome.isReply(), outcome.failure);
        }
    }

    /** Offers of 64 KB each are answered by 24 bytes: each reply has a page, and no more. */
    @Test
    void shouldTakeWhatAReplyNeedsNotWhatIsOffered() {
        final RpcService echo = new EchoService();
        try (TransportFixture all = connect(call -> answerFirst(call, echo), PayloadMemoryTest::bounded)) {
            final ClientCall call = all.client.newCall();
            call.replySegment(all.address(0), MAX_PAYLOAD);
            final Outcome outcome = all.send(call, EchoProtocol.writeNull(call.message(), 1), 0);
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(24, outcome.replyChunkLength);
            assertEquals(4096, most);
        }
    }

    /** A service that asks for all has it until it answers; the reply then has a page. */
    @Test
    void shouldKeepAPageOfAShortReplyOnly() {
        final RpcService service = call -> {
            call.replyMessage().putInt(0, call.xid(), BIG_ENDIAN);
            call.reply(24);
        };
        try (TransportFixture all = connect(service, PayloadMemoryTest::bounded)) {
            final List<Outcome> outcomes = new ArrayList<>();
            for (int xid = 1; xid < 30; xid++) {
                final ClientCall call = all.stage(xid, 64);
                call.replySegment(all.address(100 * xid), MAX_PAYLOAD);
                final Outcome outcome = new Outcome();
                outcomes.add(outcome);
                call.send(64, outcome);
            }
            all.simulation.runUntil(all.simulation.nanoTime() + SECOND);
            assertTrue(outcomes.stream().allMatch(Outcome::isReply));
            assertTrue(most <= MAX_PAYLOAD + 29 * 4096, "bytes=" + most);
            for (int xid = 1; xid < 30; xid++) {
                assertEquals(xid, all.memory.getInt(100 * xid, BIG_ENDIAN));
            }
        }
    }

    @Test
    void shouldKeepTheBytesOfAReplyThatGrows() {
        final RpcService service = call -> {
            assertEquals(MAX_PAYLOAD, call.replyCapacity());
            call.replyMessage(4).putInt(0, 1);
            call.replyMessage(8).putInt(4, 2);
            call.replyMessage(10_000).putInt(9_996, 3);
            call.replyMessage().putInt(MAX_PAYLOAD - 4, 4);
            assertThrows(IllegalArgumentException.class, () -> call.replyMessage(MAX_PAYLOAD + 1));
            call.reply(MAX_PAYLOAD);
        };
        try (TransportFixture all = connect(call -> answerFirst(call, service), PayloadMemoryTest::bounded)) {
            final ClientCall call = all.stage(1, 64);
            call.replySegment(all.address(0), MAX_PAYLOAD + 100);
            final Outcome outcome = all.send(call, 64, 0);
            assertEquals(MAX_PAYLOAD, outcome.replyChunkLength);
            final int[] places = {0, 4, 9_996, MAX_PAYLOAD - 4};
            for (int i = 0; i < places.length; i++) {
                assertEquals(i + 1, all.memory.getInt(places[i]));
            }
        }
    }

    /** The call that grants the credits has no Reply chunk. */
    private static void answerFirst(final RpcCall call, final RpcService service) {
        if (call.hasReplyChunk()) {
            service.onCall(call);
        } else {
            TransportFixture.echo(call);
        }
    }

    private void hold(final RpcCall call) {
        if (call.hasReplyChunk()) {
            held.add(call);
        } else {
            TransportFixture.echo(call);
        }
    }

    private void offerReply(final RpcRdmaClient client, final int xid, final Outcome outcome) {
        final ClientCall call = TransportFixture.stage(client, xid, 64);
        for (int i = 0; i < 4; i++) {
            call.beginWriteChunk();
            call.writeSegment(fixture.address(0), MAX_PAYLOAD);
        }
        call.replySegment(fixture.address(0), MAX_PAYLOAD);
        call.send(64, outcome);
    }

    /** Three calls of five blocks fit. A connection sends many and has one at a time; another one's need not wait. */
    @Test
    void shouldGiveEachConnectionItsTurnAndLetCallsWithoutChunksPass() {
        try (TransportFixture all = connect(this::hold, PayloadMemoryTest::bounded)) {
            final RpcRdmaClient other = newClient(all.clientDevice, all);
            other.connect();
            for (int xid = 1; xid < 10; xid++) {
                offerReply(all.client, xid, new Outcome());
            }
            all.simulation.run();
            offerReply(other, 100, new Outcome());
            all.simulation.run();
            assertEquals(List.of(1, 100), served);
            assertEquals(8, all.server.callsWaiting());
            assertTrue(all.send(all.stage(50, 64), 64, 0).isReply());
            while (!held.isEmpty()) {
                held.remove().reply(4);
                all.simulation.run();
            }
            assertEquals(List.of(1, 100, 50, 2, 3, 4, 5, 6, 7, 8, 9), served);
            other.close();
        }
    }

    /** Each wants three blocks, of 255 for all, and none ends: as those of peers that answer READs slowly. */
    @Test
    void shouldServeCallsWithChunksWhileThoseOfManyPeersGoOnForLong() {
        final RpcService service = call -> {
            if (call.readSegmentCount() > 0 && call.xid() < 1000) {
                held.add(call);
            } else {
                fillAll(call);
            }
        };
        try (TransportFixture all = connect(service, server -> bounded(server).payloadMemory(256 * MAX_PAYLOAD))) {
            held.clear();
            final List<RpcRdmaClient> slow = new ArrayList<>();
            for (int i = 0; i < SLOW_PEERS; i++) {
                final RpcRdmaClient client = newClient(all.clientDevice, all);
                slow.add(client);
                client.connect();
                TransportFixture.stage(client, 0, 64).send(64, new Outcome());
            }
            all.simulation.run();
            slow.forEach(client -> {
                for (int xid = 1; xid < 4; xid++) {
                    stageRead(client, xid).send(64, new Outcome());
                }
            });
            all.simulation.run();
            assertTrue(all.server.callsWaiting() > 0, "slow calls wait");
            final List<Outcome> outcomes = new ArrayList<>();
            for (int xid = 1000; xid < 1010; xid++) {
                final Outcome outcome = new Outcome();
                outcomes.add(outcome);
                stageRead(all.client, xid).send(64, outcome);
            }
            all.simulation.runUntil(all.simulation.nanoTime() + SECOND);
            assertTrue(outcomes.stream().allMatch(Outcome::isReply), "honest calls");
            slow.forEach(RpcRdmaClient::close);
            held.forEach(RpcCall::drop);
        }
    }

    private ClientCall stageRead(final RpcRdmaClient client, final int xid) {
        final ClientCall call = TransportFixture.stage(client, xid, 64);
        call.readSegment(40, fixture.address(0), MAX_PAYLOAD);
        return call;
    }

    @Test
    void shouldNotKeepMemoryBackForADeferredAnswerThatNeedsLess() {
        final RpcService service = call -> {
            if (call.hasReplyChunk()) {
                call.replyMessage(100);
                call.defer();
            }
            hold(call);
        };
        try (TransportFixture all = connect(service, PayloadMemoryTest::bounded)) {
            for (int xid = 1; xid < 20; xid++) {
                offerReply(all.client, xid, new Outcome());
            }
            all.simulation.run();
            assertEquals(19, held.size());
            assertEquals(19 * 4096, all.server.payloadBytes());
            assertEquals(4096, held.peek().replyCapacity());
            held.forEach(call -> call.reply(100));
            all.simulation.run();
        }
    }

    @Test
    void shouldForgetWaitingCallsOfAConnectionThatEnds() {
        try (TransportFixture all = connect(this::hold, PayloadMemoryTest::bounded)) {
            final RpcRdmaClient other = newClient(all.clientDevice, all);
            final Outcome last = new Outcome();
            other.connect();
            TransportFixture.stage(other, 0, 64).send(64, new Outcome());
            all.simulation.run();
            for (int xid = 1; xid < 10; xid++) {
                offerReply(other, xid, new Outcome());
            }
            all.simulation.run();
            offerReply(all.client, 99, new Outcome());
            offerReply(all.client, 100, last);
            all.simulation.run();
            other.close();
            all.simulation.run();
            assertEquals(1, all.server.callsWaiting());
            while (held.size() > 1 || all.server.callsWaiting() > 0) {
                held.remove().drop();
                all.simulation.run();
            }
            held.remove().reply(4);
            all.simulation.run();
            assertTrue(last.isReply(), last.failure);
            assertEquals(0, all.server.callsWaiting());
        }
    }

    @Test
    void shouldRefuseABoundThatALargeCallDoesNotFitInto() {
        try (TransportFixture all = connect(TransportFixture::echo, server -> server)) {
            final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                    .device(all.serverDevice)
                    .eventLoop(all.serverDevice.newEventLoop())
                    .service(TransportFixture::echo);
            context.maxPayload(MAX_PAYLOAD).payloadMemory(4 * MAX_PAYLOAD).conclude();
            assertEquals(
                    "payloadMemory must be at least 4 times maxPayload: payloadMemory=262143 limit=262144",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> context.payloadMemory(4 * MAX_PAYLOAD - 1)
                                            .conclude())
                            .getMessage());
            assertThrows(
                    IllegalArgumentException.class,
                    () -> context.payloadMemory(0).payloadIdlePeriod(-1).conclude());
        }
    }
}
