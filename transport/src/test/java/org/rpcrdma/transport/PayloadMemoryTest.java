// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests the payload memory of a server. The memory is bounded no matter what the clients offer, suffices for each
 * reply, and is freed when idle.
 */
class PayloadMemoryTest extends TransportTest {
    private static final int MAX_PAYLOAD = 65_536;
    private static final long BOUND = 16L * MAX_PAYLOAD;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int CLIENTS = 12;
    private static final int CALLS = 20;
    private static final int SLOW_PEERS = 100;

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private final List<Integer> served = new ArrayList<>();
    private long most;

    private void connect(final RpcService service, final UnaryOperator<RpcRdmaServer.Context> settings) {
        fixture.connect(
                call -> {
                    served.add(call.xid());
                    service.onCall(call);
                    most = Math.max(most, fixture.server.figures().payloadBytes());
                },
                settings);
        fixture.send(fixture.stage(0, 64), 64, 0).answered();
        served.clear();
    }

    private static RpcRdmaServer.Context bounded(final RpcRdmaServer.Context context) {
        return context.credits(64).maxPayload(MAX_PAYLOAD).payloadMemory(BOUND);
    }

    /** Stages a call with a Read list, Write chunks and a Reply chunk, all of the maximum size. */
    private static ClientCall stageLargest(final RpcRdmaClient client, final MemoryBlock block, final int xid) {
        final ClientCall call = TransportFixture.stage(client, xid, 64);
        call.readSegment(40, block.address(), MAX_PAYLOAD);
        for (int i = 0; i < 3; i++) {
            TransportFixture.writeChunk(call, block.address(), MAX_PAYLOAD);
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

    /** There are 12 connections with 20 calls each, which together need 75 times the bound. */
    @Test
    void shouldStayBelowTheBoundAndAnswerAllCallsOfManyConnections() {
        connect(PayloadMemoryTest::fillAll, PayloadMemoryTest::bounded);
        final List<Outcome> outcomes = new ArrayList<>();
        final List<RpcRdmaClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            final RpcRdmaClient client = fixture.newClient();
            clients.add(client);
            client.connect();
            for (int call = 0; call < CALLS; call++) {
                stageLargest(client, fixture.block, CALLS * i + call).send(64, Outcome.in(outcomes, 3));
            }
        }
        int waited = 0;
        while (outcomes.stream().anyMatch(outcome -> outcome.calls == 0)) {
            assertTrue(fixture.simulation.step(), "no deadlock");
            most = Math.max(most, fixture.server.figures().payloadBytes());
            waited = Math.max(waited, fixture.server.figures().callsWaiting());
        }
        assertTrue(outcomes.stream().allMatch(Outcome::isReply));
        assertTrue(waited >= CLIENTS - 3, "waited=" + waited);
        assertTrue(most <= BOUND && most > BOUND / 2, "bytes=" + most);
        assertEquals(0, fixture.server.figures().callsWaiting());
        clients.forEach(RpcRdmaClient::close);
    }

    @Test
    void shouldFreeUnusedMemory() {
        connect(PayloadMemoryTest::fillAll, server -> bounded(server).payloadIdlePeriod(10 * SECOND));
        final long idle = fixture.serverDevice.resources().memoryBytes();
        final Outcome outcome = new Outcome(3);
        stageLargest(fixture.client, fixture.block, 1).send(64, outcome);
        fixture.run(SECOND);
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(5 * MAX_PAYLOAD, fixture.server.figures().payloadBytes());
        fixture.run(20 * SECOND);
        assertEquals(0, fixture.server.figures().payloadBytes());
        assertEquals(idle, fixture.serverDevice.resources().memoryBytes(), "nor send buffers");
    }

    /** Each period uses one of five blocks. The four other blocks are freed. */
    @Test
    void shouldKeepMemoryThatIsUsed() {
        connect(PayloadMemoryTest::fillAll, server -> bounded(server).payloadIdlePeriod(10 * SECOND));
        stageLargest(fixture.client, fixture.block, 1).send(64, new Outcome(3));
        for (int i = 2; i < 8; i++) {
            final ClientCall call = fixture.stage(i, 64);
            call.replySegment(fixture.address(0), MAX_PAYLOAD);
            call.send(64, new Outcome());
            fixture.run(5 * SECOND);
        }
        assertEquals(MAX_PAYLOAD, fixture.server.figures().payloadBytes());
    }

    @Test
    void shouldImmediatelyRefuseACallThatNeedsTooMuch() {
        connect(PayloadMemoryTest::fillAll, PayloadMemoryTest::bounded);
        final ClientCall call = fixture.stage(1, 64);
        for (int i = 0; i < 16; i++) {
            TransportFixture.writeChunk(call, fixture.address(0), MAX_PAYLOAD);
        }
        assertEquals("the peer answered ERR_CHUNK", fixture.send(call, 64, 16).failure);
        assertEquals(
                "a call may need more payload memory than the limit: bytes=1048576 limit=983040 payloadMemory=1048576",
                fixture.metrics().refusal());
        assertEquals(List.of(), served);
        assertEquals(List.of(), fixture.disconnections);
        final Outcome outcome = new Outcome(3);
        stageLargest(fixture.client, fixture.block, 1).send(64, outcome);
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
    }

    /** Each call offers 64 KB for a reply of 24 bytes, which occupies only one page. */
    @Test
    void shouldReserveTheSizeOfTheReplyNotOfTheOffer() {
        final RpcService echo = new EchoService();
        connect(call -> answerFirst(call, echo), PayloadMemoryTest::bounded);
        final ClientCall call = fixture.client.newCall();
        call.replySegment(fixture.address(0), MAX_PAYLOAD);
        final Outcome outcome =
                fixture.send(call, EchoProtocol.writeNull(call.message(), 1), 0).answered();
        assertEquals(24, outcome.replyChunkLength);
        assertEquals(4096, most);
    }

    /**
     * A service that requests the entire offer holds this memory until it answers. After that, the reply keeps one
     * page.
     */
    @Test
    void shouldKeepAPageOfAShortReplyOnly() {
        final RpcService service = call -> {
            call.replyMessage().putInt(0, call.xid(), BIG_ENDIAN);
            call.reply(24);
        };
        connect(service, PayloadMemoryTest::bounded);
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 1; xid < 30; xid++) {
            final ClientCall call = fixture.stage(xid, 64);
            call.replySegment(fixture.address(100 * xid), MAX_PAYLOAD);
            call.send(64, Outcome.in(outcomes));
        }
        fixture.run(SECOND);
        assertTrue(outcomes.stream().allMatch(Outcome::isReply));
        assertTrue(most <= MAX_PAYLOAD + 29 * 4096, "bytes=" + most);
        for (int xid = 1; xid < 30; xid++) {
            assertEquals(xid, fixture.memory.getInt(100 * xid, BIG_ENDIAN));
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
        connect(call -> answerFirst(call, service), PayloadMemoryTest::bounded);
        final ClientCall call = fixture.stage(1, 64);
        call.replySegment(fixture.address(0), MAX_PAYLOAD + 100);
        assertEquals(MAX_PAYLOAD, fixture.send(call, 64, 0).replyChunkLength);
        final int[] places = {0, 4, 9_996, MAX_PAYLOAD - 4};
        for (int i = 0; i < places.length; i++) {
            assertEquals(i + 1, fixture.memory.getInt(places[i]));
        }
    }

    /** Answers the call whose reply grants the credits. This call has no Reply chunk. */
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
            TransportFixture.writeChunk(call, fixture.address(0), MAX_PAYLOAD);
        }
        call.replySegment(fixture.address(0), MAX_PAYLOAD);
        call.send(64, outcome);
    }

    /**
     * The memory suffices for three calls of five blocks each. One connection sends many calls, but they are admitted
     * one at a time, so that another connection's call need not wait.
     */
    @Test
    void shouldGiveEachConnectionItsTurnAndLetCallsWithoutChunksPass() {
        connect(this::hold, PayloadMemoryTest::bounded);
        final RpcRdmaClient other = fixture.newClient();
        other.connect();
        for (int xid = 1; xid < 10; xid++) {
            offerReply(fixture.client, xid, new Outcome());
        }
        fixture.run();
        offerReply(other, 100, new Outcome());
        fixture.run();
        assertEquals(List.of(1, 100), served);
        assertEquals(8, fixture.server.figures().callsWaiting());
        fixture.send(fixture.stage(50, 64), 64, 0).answered();
        while (!held.isEmpty()) {
            held.remove().reply(4);
            fixture.run();
        }
        assertEquals(List.of(1, 100, 50, 2, 3, 4, 5, 6, 7, 8, 9), served);
        other.close();
    }

    /** Each call needs three of 255 blocks and does not finish, like calls from peers that respond slowly to READs. */
    @Test
    void shouldServeCallsWithChunksDuringLongCallsOfManyPeers() {
        final RpcService service = call -> {
            if (call.readSegmentCount() > 0 && call.xid() < 1000) {
                held.add(call);
            } else {
                fillAll(call);
            }
        };
        connect(service, server -> bounded(server).payloadMemory(256 * MAX_PAYLOAD));
        held.clear();
        final List<RpcRdmaClient> slow = new ArrayList<>();
        for (int i = 0; i < SLOW_PEERS; i++) {
            final RpcRdmaClient client = fixture.newClient();
            slow.add(client);
            client.connect();
            TransportFixture.stage(client, 0, 64).send(64, new Outcome());
        }
        fixture.run();
        slow.forEach(client -> {
            for (int xid = 1; xid < 4; xid++) {
                stageRead(client, xid).send(64, new Outcome());
            }
        });
        fixture.run();
        assertTrue(fixture.server.figures().callsWaiting() > 0, "slow calls wait");
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 1000; xid < 1010; xid++) {
            stageRead(fixture.client, xid).send(64, Outcome.in(outcomes));
        }
        fixture.run(SECOND);
        assertTrue(outcomes.stream().allMatch(Outcome::isReply), "honest calls");
        slow.forEach(RpcRdmaClient::close);
        held.forEach(RpcCall::drop);
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
        connect(service, PayloadMemoryTest::bounded);
        for (int xid = 1; xid < 20; xid++) {
            offerReply(fixture.client, xid, new Outcome());
        }
        fixture.run();
        assertEquals(19, held.size());
        assertEquals(19 * 4096, fixture.server.figures().payloadBytes());
        assertEquals(4096, held.peek().replyCapacity());
        held.forEach(call -> call.reply(100));
        fixture.run();
    }

    @Test
    void shouldForgetWaitingCallsOfAConnectionThatEnds() {
        connect(this::hold, PayloadMemoryTest::bounded);
        final RpcRdmaClient other = fixture.newClient();
        final Outcome last = new Outcome();
        other.connect();
        TransportFixture.stage(other, 0, 64).send(64, new Outcome());
        fixture.run();
        for (int xid = 1; xid < 10; xid++) {
            offerReply(other, xid, new Outcome());
        }
        fixture.run();
        offerReply(fixture.client, 99, new Outcome());
        offerReply(fixture.client, 100, last);
        fixture.run();
        other.close();
        fixture.run();
        assertEquals(1, fixture.server.figures().callsWaiting());
        while (held.size() > 1 || fixture.server.figures().callsWaiting() > 0) {
            held.remove().drop();
            fixture.run();
        }
        held.remove().reply(4);
        fixture.run();
        assertTrue(last.isReply(), last.failure);
        assertEquals(0, fixture.server.figures().callsWaiting());
    }

    @Test
    void shouldRefuseABoundThatALargeCallDoesNotFitInto() {
        connect(TransportFixture::echo, server -> server);
        final RpcRdmaServer.Context context =
                TransportFixture.serverOn(fixture.serverDevice).service(TransportFixture::echo);
        context.maxPayload(MAX_PAYLOAD).payloadMemory(4 * MAX_PAYLOAD).conclude();
        assertMessage(
                IllegalArgumentException.class,
                "payloadMemory must be at least 4 times maxPayload: payloadMemory=262143 limit=262144",
                () -> context.payloadMemory(4 * MAX_PAYLOAD - 1).conclude());
        assertThrows(
                IllegalArgumentException.class,
                () -> context.payloadMemory(0).payloadIdlePeriod(-1).conclude());
    }
}
