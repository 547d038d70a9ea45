// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;
import static org.rpcrdma.transport.TransportFixture.pattern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.reverse.ReverseCaller;
import org.rpcrdma.wire.RpcMessage;

/** Tests calls in both directions on one connection (RFC 8167). */
class ReverseDirectionTest extends TransportTest {
    private static final int LENGTH = 48;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ArrayDeque<RpcCall> heldReverse = new ArrayDeque<>();
    private final List<ReverseChannel> channels = new ArrayList<>();
    private final List<Outcome> reverse = new ArrayList<>();
    private final KillingDevice killer = new KillingDevice();

    private TransportFixture start(final RpcService service, final RpcService reverseService) {
        return fixture.connect(
                service,
                server -> server.reverseDirection(true),
                client -> client.device(killer.over(device(client))).reverseService(reverseService));
    }

    /** Returns an RPC message of the given type, followed by a pattern. */
    private static UnsafeBuffer message(final int xid, final int type, final int length) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[length]);
        for (int i = 0; i < length; i++) {
            message.putByte(i, pattern(xid, i));
        }
        message.putInt(0, xid, BIG_ENDIAN);
        message.putInt(4, type, BIG_ENDIAN);
        return message;
    }

    private void send(final int xid, final Outcome outcome) {
        final ClientCall call = fixture.client.newCall();
        call.message().putBytes(0, message(xid, RpcMessage.CALL, LENGTH), 0, LENGTH);
        call.send(LENGTH, outcome);
    }

    /** Answers with a reply that contains the call's bytes. */
    private static void answer(final RpcCall call) {
        final int length = call.messageLength();
        call.replyMessage().putBytes(0, call.message(), call.messageOffset(), length);
        call.replyMessage().putInt(4, RpcMessage.REPLY, BIG_ENDIAN);
        call.reply(length);
    }

    private Outcome callBack(final ReverseChannel channel, final int xid, final int length) {
        final Outcome outcome = new Outcome();
        reverse.add(outcome);
        channel.call(message(xid, RpcMessage.CALL, length), 0, length, outcome);
        return outcome;
    }

    private static void assertAnswered(final Outcome outcome, final int xid, final int length) {
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(xid, outcome.xid);
        final byte[] expected = new byte[length];
        message(xid, RpcMessage.REPLY, length).getBytes(0, expected);
        assertArrayEquals(expected, outcome.message);
    }

    /** Keeps the connection's reverse channel, and answers the call. */
    private void serve(final RpcCall call) {
        if (channels.isEmpty()) {
            channels.add(call.reverseChannel());
        }
        answer(call);
    }

    private ReverseChannel open() {
        final Outcome first = new Outcome();
        send(1, first);
        fixture.run(SECOND);
        assertAnswered(first, 1, LENGTH);
        return channels.get(0);
    }

    @Test
    void shouldAnswerReverseCallsWhileTheForwardCallsWithTheSameIdsRun() {
        final ArrayDeque<RpcCall> heldForward = new ArrayDeque<>();
        final RpcService service = call -> {
            if (call.xid() == 1) {
                serve(call);
            } else {
                heldForward.add(call);
            }
        };
        start(service, heldReverse::add);
        final ReverseChannel channel = open();
        final List<Outcome> forward = new ArrayList<>();
        for (int xid = 100; xid < 120; xid++) {
            final Outcome outcome = new Outcome();
            forward.add(outcome);
            send(xid, outcome);
            callBack(channel, xid, LENGTH);
        }
        fixture.simulation.runUntil(2 * SECOND);
        assertEquals(20, heldForward.size());
        assertEquals(1, heldReverse.size(), "one credit before the first reply");
        for (int i = 0; i < 20; i++) {
            answer(heldReverse.remove());
            fixture.run(SECOND);
            assertTrue(heldReverse.size() <= ReverseCaller.CREDITS);
            answer(heldForward.remove());
            fixture.run(SECOND);
        }
        for (int i = 0; i < 20; i++) {
            assertAnswered(forward.get(i), 100 + i, LENGTH);
            assertAnswered(reverse.get(i), 100 + i, LENGTH);
        }
        assertEquals(0, channel.callsOutstanding());
        assertEquals(0, fixture.client.figures().repliesUnknown());
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldTakeTwoAtATimeOnceGranted() {
        start(this::serve, heldReverse::add);
        final ReverseChannel channel = open();
        for (int xid = 0; xid < 6; xid++) {
            callBack(channel, xid, LENGTH);
        }
        fixture.simulation.runUntil(2 * SECOND);
        answer(heldReverse.remove());
        fixture.simulation.runUntil(3 * SECOND);
        assertEquals(2, heldReverse.size());
        assertEquals(2, channel.callsOutstanding());
        assertEquals(3, channel.callsQueued());
        killer.kill();
        fixture.simulation.runUntil(4 * SECOND);
        for (int xid = 1; xid < 6; xid++) {
            assertEquals(1, reverse.get(xid).calls);
            assertEquals("disconnected", reverse.get(xid).failure);
        }
        assertEquals("disconnected", callBack(channel, 7, LENGTH).failure);
        final RpcCall late = heldReverse.remove();
        assertEquals(1, late.xid());
        assertEquals(LENGTH, late.messageLength(), "the bytes stay the service's");
        answer(late);
        heldReverse.remove().drop();
        fixture.simulation.runUntil(5 * SECOND);
    }

    @Test
    void shouldCarryTheLongestInlineMessages() {
        start(this::serve, ReverseDirectionTest::answer);
        final ReverseChannel channel = open();
        final int longest = 4096 - 28;
        assertAnswered(run(callBack(channel, 7, longest)), 7, longest);
        assertThrows(IllegalArgumentException.class, () -> callBack(channel, 8, longest + 1));
        final UnsafeBuffer message = message(8, RpcMessage.CALL, LENGTH);
        assertThrows(IllegalArgumentException.class, () -> channel.call(message, 0, 7, new Outcome()));
    }

    /** A rejected call uses neither a credit nor a send buffer. */
    @Test
    void shouldRefuseAReverseCallThatCannotBeStaged() {
        start(this::serve, ReverseDirectionTest::answer);
        final ReverseChannel channel = open();
        final UnsafeBuffer message = message(8, RpcMessage.CALL, LENGTH);
        assertThrows(IllegalArgumentException.class, () -> channel.call(message, 0, LENGTH, null));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> channel.call(message, message.capacity(), LENGTH, new Outcome()));
        assertEquals(0, channel.callsQueued());
        assertAnswered(run(callBack(channel, 7, LENGTH)), 7, LENGTH);
    }

    private Outcome run(final Outcome outcome) {
        fixture.run(SECOND);
        return outcome;
    }

    @Test
    void shouldHaveNoChunksInReverseCalls() {
        final List<Object> seen = new ArrayList<>();
        final RpcService reverseService = call -> {
            seen.add(call.readSegmentCount());
            seen.add(call.writeChunkCount());
            seen.add(call.hasReplyChunk());
            seen.add(call.replyChunkCapacity());
            assertThrows(IndexOutOfBoundsException.class, () -> call.writeChunk(0, 1));
            assertThrows(IllegalStateException.class, call::reverseChannel);
            call.refuse();
        };
        start(this::serve, reverseService);
        assertEquals("the peer answered ERR_CHUNK", run(callBack(open(), 7, LENGTH)).failure);
        assertEquals(List.of(0, 0, false, 0), seen);
    }

    /**
     * In addition to the credits of the forward direction, the server has Receives for the replies, and the client has
     * Receives for the calls.
     */
    @Test
    void shouldHaveReceivesForBothDirectionsTogether() {
        final ArrayDeque<RpcCall> heldForward = new ArrayDeque<>();
        final RpcService service = call -> {
            if (call.xid() == 1) {
                serve(call);
            } else {
                heldForward.add(call);
            }
        };
        fixture.connect(
                service,
                server ->
                        server.reverseDirection(true).credits(4).receiveBatch(1).buffersPerConnection(4),
                client -> client.reverseService(ReverseDirectionTest::answer).credits(4));
        final ReverseChannel channel = open();
        for (int round = 0; round < 50; round++) {
            final List<Outcome> forward = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                forward.add(new Outcome());
                send(1000 + i, forward.get(i));
            }
            run(forward.get(0));
            assertEquals(4, heldForward.size());
            for (int i = 0; i < 2; i++) {
                assertAnswered(run(callBack(channel, round, LENGTH)), round, LENGTH);
            }
            while (!heldForward.isEmpty()) {
                answer(heldForward.remove());
            }
            run(forward.get(0));
            forward.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        }
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldCloseTheConnectionOfAClientThatDoesNotAnswer() {
        start(this::serve, heldReverse::add);
        final Outcome outcome = callBack(open(), 3, LENGTH);
        fixture.run();
        assertEquals("no reply to a reverse call arrived in time: timeoutNanos=60000000000", outcome.failure);
        assertEquals(1, fixture.disconnections.size());
        heldReverse.remove().drop();
    }

    /** Queued calls hold no send buffers. When the queue is full, further calls are refused. */
    @Test
    void shouldBoundTheCallsThatWaitForAClientThatDoesNotAnswer() {
        start(this::serve, heldReverse::add);
        final ReverseChannel channel = open();
        final int mapped = fixture.serverDevice.resources().dmaMappings();
        for (int xid = 0; xid <= ReverseCaller.MOST_QUEUED; xid++) {
            assertEquals(0, callBack(channel, xid, LENGTH).calls);
        }
        final Outcome refused = callBack(channel, -1, LENGTH);
        assertEquals("too many reverse calls are waiting for a credit: waiting=4096", refused.failure);
        assertEquals(ReverseCaller.MOST_QUEUED, channel.callsQueued());
        assertEquals(1, fixture.serverDevice.resources().dmaMappings() - mapped, "a buffer of the call that was sent");
        fixture.run(SECOND);
        int answered = 0;
        while (!heldReverse.isEmpty()) {
            answer(heldReverse.remove());
            answered++;
            fixture.run(SECOND / 1000);
        }
        assertEquals(ReverseCaller.MOST_QUEUED + 1, answered);
        assertAnswered(reverse.get(ReverseCaller.MOST_QUEUED), ReverseCaller.MOST_QUEUED, LENGTH);
        assertTrue(fixture.serverDevice.resources().dmaMappings() - mapped <= 3, "a few buffers are used in turn");
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldAnswerAReverseCallThatItsServiceFailsOn() {
        final List<Object> failures = new ArrayList<>();
        final RpcService failing = call -> {
            throw new IllegalStateException("no such state");
        };
        fixture.connect(
                this::serve,
                server -> server.reverseDirection(true),
                client -> client.reverseService(failing)
                        .serviceFailure((remote, xid, failure) ->
                                failures.addAll(List.of(remote.remote().getPort(), xid, failure.getMessage()))));
        final ReverseChannel channel = open();
        assertEquals("the peer answered ERR_CHUNK", run(callBack(channel, 3, LENGTH)).failure);
        assertEquals(List.of(TransportFixture.PORT, 3, "no such state"), failures);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[EchoProtocol.DATA]);
        final Outcome outcome = new Outcome();
        channel.call(message, 0, EchoProtocol.writeNull(message, 4), outcome);
        run(outcome);
        assertTrue(outcome.isReply(), outcome.failure);
        final RpcMessage reply = new RpcMessage();
        assertEquals(0, reply.wrap(new UnsafeBuffer(outcome.message), 0, 24));
        assertEquals(RpcMessage.SYSTEM_ERR, reply.detailStatus());
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldDropReverseCallsWithoutAService() {
        fixture.connect(this::serve, server -> server.reverseDirection(true));
        assertEquals(0, run(callBack(open(), 3, LENGTH)).calls);
        assertEquals(1, fixture.client.figures().repliesUnknown());
    }

    @Test
    void shouldHaveNoChannelIfTheServerDoesNotRequestOne() {
        final List<RuntimeException> refused = new ArrayList<>();
        final RpcService service = call -> {
            refused.add(assertThrows(IllegalStateException.class, call::reverseChannel));
            answer(call);
        };
        fixture.connect(service);
        send(1, new Outcome());
        fixture.run();
        assertEquals(
                "the server's reverse direction is disabled", refused.get(0).getMessage());
    }

    @Test
    void shouldAnswerReverseCallsFromAnotherThread() throws InterruptedException {
        start(this::serve, call -> {
            call.defer();
            heldReverse.add(call);
        });
        final Outcome outcome = run(callBack(open(), 3, LENGTH));
        final Thread other = new Thread(() -> answer(heldReverse.remove()));
        other.start();
        other.join();
        assertAnswered(run(outcome), 3, LENGTH);
    }

    /** The test sends forward and reverse calls, and closes the connection at each event. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndEveryCallOnceWhereverTheConnectionEnds(final boolean isClients) {
        final int events = runAndKill(isClients, Integer.MAX_VALUE);
        assertTrue(events > 200, "events=" + events);
        for (int event = 0; event < events; event++) {
            runAndKill(isClients, event);
        }
    }

    private int runAndKill(final boolean isClients, final int killedAt) {
        final KillingDevice killer = new KillingDevice();
        final List<Outcome> outcomes = new ArrayList<>();
        final RpcService service = call -> {
            for (int i = 0; i < 2; i++) {
                final Outcome outcome = new Outcome();
                outcomes.add(outcome);
                call.reverseChannel().call(message(2 * call.xid() + i, RpcMessage.CALL, LENGTH), 0, LENGTH, outcome);
            }
            answer(call);
        };
        int events = 0;
        fixture.open(
                        service,
                        server -> server.reverseDirection(true)
                                .credits(4)
                                .receiveBatch(2)
                                .device(isClients ? device(server) : killer.over(device(server))),
                        client -> client.reverseService(ReverseDirectionTest::answer)
                                .credits(4)
                                .tries(3)
                                .device(isClients ? killer.over(device(client)) : device(client)))
                .client
                .connect();
        final List<Outcome> forward = new ArrayList<>();
        for (int xid = 0; xid < 8; xid++) {
            final Outcome outcome = new Outcome();
            forward.add(outcome);
            send(xid, outcome);
        }
        while (fixture.simulation.step()) {
            if (events++ == killedAt) {
                killer.kill();
            }
        }
        for (int xid = 0; xid < 8; xid++) {
            assertAnswered(forward.get(xid), xid, LENGTH);
        }
        assertTrue(outcomes.size() >= 16);
        outcomes.forEach(outcome -> assertEquals(1, outcome.calls, "killed at " + killedAt));
        fixture.close();
        return events;
    }
}
