// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerFigures;
import org.rpcrdma.wire.XdrWriter;

/**
 * Tests that a server with a reply cache executes a call at most once, no matter how often its client repeats the call.
 */
class ReplyCacheTest extends TransportTest {
    private static final int PROGRAM = 0x2000_0007;
    private static final int REMOVE = 1;
    private static final int LOOK = 2;
    private static final int LATE = 3;
    private static final int FAIL = 4;
    private static final int LONG = 5;
    private static final int DATA = 6;
    private static final int DROP = 7;
    private static final int XID = 77;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final ReplyCaching CACHING = ReplyCaching.of((program, version, procedure) -> procedure != LOOK);

    private final List<ProcedureCall> late = new ArrayList<>();
    private final List<RpcRdmaClient> clients = new ArrayList<>();
    private final Map<Integer, Integer> executions = new HashMap<>();

    /** Returns a service that replies with the number of executions so far for the argument. */
    private RpcService service() {
        return new RpcPrograms()
                .on(PROGRAM, 1, REMOVE, (call, reply) -> reply.putInt(execute(call)))
                .on(PROGRAM, 1, LOOK, (call, reply) -> reply.putInt(execute(call)))
                .on(PROGRAM, 1, LATE, (call, reply) -> {
                    call.defer(4);
                    reply.putInt(execute(call));
                    late.add(call);
                })
                .on(PROGRAM, 1, FAIL, (call, reply) -> {
                    throw new IllegalStateException("executions=" + execute(call));
                })
                .on(PROGRAM, 1, LONG, (call, reply) -> reply.putOpaque(new byte[execute(call) * 600]))
                .on(PROGRAM, 1, DATA, (call, reply) -> {
                    call.rpcCall().writeChunk(0, 100).setMemory(0, 100, (byte) execute(call));
                    reply.putInt(100);
                })
                .on(PROGRAM, 1, DROP, (call, reply) -> {
                    execute(call);
                    call.rpcCall().drop();
                    call.reply();
                });
    }

    @AfterEach
    void closeClients() {
        clients.forEach(RpcRdmaClient::close);
    }

    /** Runs long enough for the calls, but much shorter than the time for which replies are cached. */
    private void run() {
        fixture.run(SECOND / 100);
    }

    private int execute(final ProcedureCall call) {
        return executions.merge(call.arguments().getInt(), 1, Integer::sum);
    }

    private void serve(final ReplyCaching caching) {
        serve(caching, server -> server);
    }

    private void serve(final ReplyCaching caching, final UnaryOperator<RpcRdmaServer.Context> settings) {
        fixture.open(
                service(),
                server -> settings.apply(server.replyCache(caching).serviceFailure((connection, xid, failure) -> {})));
    }

    /** Sends a call on a new connection. Runs until the call is answered or no events are left. */
    private Outcome call(final SimulatedDevice host, final int xid, final int procedure, final int argument) {
        final RpcRdmaClient client = connect(host);
        final Outcome outcome = send(client, xid, procedure, argument);
        run();
        client.close();
        run();
        return outcome;
    }

    private Outcome call(final int xid, final int procedure, final int argument) {
        return call(fixture.clientDevice, xid, procedure, argument);
    }

    private RpcRdmaClient connect(final SimulatedDevice host) {
        final RpcRdmaClient client =
                new RpcRdmaClient(TransportFixture.remote(host).listener(fixture));
        clients.add(client);
        client.connect();
        run();
        return client;
    }

    private Outcome send(final RpcRdmaClient client, final int xid, final int procedure, final int argument) {
        final ClientCall call = client.newCall();
        final XdrWriter arguments = call.begin(xid, PROGRAM, 1, procedure);
        arguments.putInt(argument);
        if (procedure == DATA) {
            TransportFixture.writeChunk(call, fixture.address(0), 100);
        }
        final Outcome outcome = new Outcome(procedure == DATA ? 1 : 0);
        call.send(arguments.position(), outcome);
        return outcome;
    }

    private static int result(final Outcome outcome) {
        outcome.answered();
        return new UnsafeBuffer(outcome.message).getInt(RpcProgram.RESULTS, BIG_ENDIAN);
    }

    private ServerFigures figures() {
        return fixture.server.figures();
    }

    @Test
    void shouldAnswerARepetitionOnANewConnectionByTheFirstReply() {
        serve(CACHING);
        final Outcome first = call(XID, REMOVE, 5);
        final Outcome again = call(XID, REMOVE, 5);
        assertArrayEquals(first.message, again.message);
        assertEquals(1, result(again));
        assertEquals(Map.of(5, 1), executions);
        assertEquals(1, figures().replyCacheHits());
        assertEquals(1, figures().replyCacheMisses());
        assertEquals(1, figures().replyCacheEntries());
    }

    @Test
    void shouldExecuteARepetitionWithoutACache() {
        serve(null);
        call(XID, REMOVE, 5);
        assertEquals(2, result(call(XID, REMOVE, 5)));
        assertEquals(0, figures().replyCacheBytes());
    }

    @Test
    void shouldExecuteTheCallOfAnotherCallerWithTheSameTransactionId() {
        serve(CACHING);
        final SimulatedDevice other = fixture.fabric.attach("sim2", "10.98.0.4");
        assertEquals(1, result(call(XID, REMOVE, 5)));
        assertEquals(2, result(call(other, XID, REMOVE, 5)));
        assertEquals(2, result(call(other, XID, REMOVE, 5)));
        assertEquals(1, result(call(XID, REMOVE, 5)));
        other.close();
    }

    @Test
    void shouldExecuteCallsThatDifferInTransactionIdProcedureOrArguments() {
        serve(CACHING);
        call(XID, REMOVE, 5);
        call(XID + 1, REMOVE, 5);
        call(XID, REMOVE, 6);
        call(XID, FAIL, 5);
        assertEquals(Map.of(5, 3, 6, 1), executions);
        assertEquals(0, figures().replyCacheHits());
    }

    @Test
    void shouldExecuteOtherProceduresAsOftenAsTheyAreCalled() {
        serve(CACHING);
        call(XID, LOOK, 5);
        assertEquals(2, result(call(XID, LOOK, 5)));
        assertEquals(0, figures().replyCacheMisses());
        assertEquals(0, figures().replyCacheBytes());
    }

    /** The first connection is lost before the answer, so only the second connection receives it. */
    @Test
    void shouldAnswerARepetitionWhenTheCallInProgressIsAnswered() {
        serve(CACHING);
        final RpcRdmaClient lost = connect(fixture.clientDevice);
        final Outcome first = send(lost, XID, LATE, 5);
        run();
        lost.close();
        run();
        final Outcome again = send(connect(fixture.clientDevice), XID, LATE, 5);
        final Outcome third = send(connect(fixture.clientDevice), XID, LATE, 5);
        run();
        assertFalse(first.isReply());
        assertEquals(0, again.calls);
        assertEquals(2, figures().replyCacheWaits());
        late.remove(0).reply();
        run();
        assertEquals(1, result(again));
        assertEquals(1, result(third));
        assertEquals(Map.of(5, 1), executions);
        assertEquals(2, figures().replyCacheHits());
    }

    /** When the service answers, no call is waiting for the answer, so the next repetition receives it. */
    @Test
    void shouldKeepAnAnswerThatWasGivenAfterItsConnectionHadEnded() {
        serve(CACHING);
        for (int i = 0; i < 3; i++) {
            final RpcRdmaClient lost = connect(fixture.clientDevice);
            send(lost, XID, LATE, 5);
            run();
            lost.close();
            run();
        }
        late.remove(0).reply();
        run();
        assertEquals(0, fixture.server.connections());
        assertEquals(1, result(call(XID, LATE, 5)));
        assertEquals(Map.of(5, 1), executions);
    }

    @Test
    void shouldExecuteTheRepetitionOfACallThatTheServiceDropped() {
        serve(CACHING);
        for (int i = 0; i < 2; i++) {
            final RpcRdmaClient client = connect(fixture.clientDevice);
            send(client, XID, DROP, 5);
            run();
            client.close();
            run();
        }
        assertEquals(Map.of(5, 2), executions);
        assertEquals(0, figures().replyCacheEntries());
    }

    @Test
    void shouldKeepTheAnswerToACallThatTheServiceFailedOn() {
        serve(CACHING);
        final Outcome first = call(XID, FAIL, 5);
        assertArrayEquals(first.answered().message, call(XID, FAIL, 5).message);
        assertEquals(Map.of(5, 1), executions);
    }

    @Test
    void shouldNotKeepRepliesThatAreTooLongOrHaveDataInWriteChunksAndSaySo() {
        serve(CACHING);
        assertEquals(600, result(call(XID, LONG, 5)));
        assertEquals(1200, result(call(XID, LONG, 5)));
        assertEquals(100, call(XID, DATA, 6).answered().writeChunkLengths[0]);
        assertEquals(100, call(XID, DATA, 6).answered().writeChunkLengths[0]);
        assertEquals(Map.of(5, 2, 6, 2), executions);
        assertEquals(4, figures().replyCacheNotKept());
        assertEquals(0, figures().replyCacheEntries());
    }

    @Test
    void shouldBoundItsReplies() {
        serve(new ReplyCaching(CACHING.procedures(), 300, 100, CACHING.periodNanos()));
        final RpcRdmaClient client = connect(fixture.clientDevice);
        for (int xid = 0; xid < 1000; xid++) {
            assertEquals(1, result(sendAndRun(client, xid, REMOVE)));
        }
        assertEquals(300, figures().replyCacheEntries());
        assertEquals(30_000, figures().replyCacheBytes());
        assertEquals(700, figures().replyCacheEvicted());
        assertEquals(1, result(sendAndRun(client, 700, REMOVE)), "the oldest that is kept");
        assertEquals(2, result(sendAndRun(client, 699, REMOVE)), "the youngest that was pushed out");
    }

    private Outcome sendAndRun(final RpcRdmaClient client, final int xid, final int procedure) {
        final Outcome outcome = send(client, xid, procedure, xid);
        run();
        return outcome;
    }

    /** The many calls of one client do not evict an unacknowledged reply to another client. */
    @Test
    void shouldPushOutAcknowledgedRepliesFirst() {
        serve(new ReplyCaching(CACHING.procedures(), 10, 100, CACHING.periodNanos()));
        final RpcRdmaClient lost = connect(fixture.clientDevice);
        send(lost, XID, LATE, 5);
        run();
        lost.close();
        run();
        late.remove(0).reply();
        run();
        final RpcRdmaClient busy = connect(fixture.clientDevice);
        for (int xid = 1000; xid < 1100; xid++) {
            sendAndRun(busy, xid, REMOVE);
        }
        assertEquals(1, result(call(XID, LATE, 5)));
        assertEquals(1, executions.get(5));
    }

    @Test
    void shouldExecuteACallThatIsRepeatedAfterThePeriod() {
        serve(new ReplyCaching(CACHING.procedures(), 10, 100, 10 * SECOND));
        final RpcRdmaClient client = connect(fixture.clientDevice);
        assertEquals(1, result(sendAndRun(client, 1, REMOVE)));
        fixture.run(9 * SECOND);
        assertEquals(1, result(sendAndRun(client, 1, REMOVE)));
        fixture.run(2 * SECOND);
        assertEquals(2, result(sendAndRun(client, 1, REMOVE)));
        fixture.run(11 * SECOND);
        sendAndRun(client, 2, REMOVE);
        assertEquals(1, figures().replyCacheEntries());
    }

    @Test
    void shouldExecuteCallsAsWithoutACacheWhileAllEntriesAreInProgress() {
        serve(new ReplyCaching(CACHING.procedures(), 2, 100, CACHING.periodNanos()));
        final RpcRdmaClient client = connect(fixture.clientDevice);
        sendAndRun(client, 0, REMOVE);
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 1; xid <= 3; xid++) {
            outcomes.add(send(client, xid, LATE, xid));
        }
        run();
        assertEquals(3, late.size());
        assertEquals(1, figures().replyCacheNotKept());
        late.forEach(ProcedureCall::reply);
        run();
        outcomes.forEach(Outcome::answered);
        assertEquals(2, figures().replyCacheEntries());
    }

    @Test
    void shouldLeaveNothingWhenTheServerClosesWithCallsInProgressAndRepeated() {
        serve(CACHING);
        send(connect(fixture.clientDevice), XID, LATE, 5);
        send(connect(fixture.clientDevice), XID, LATE, 5);
        run();
        fixture.server.close();
        late.remove(0).reply();
        run();
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldRefuseARepetitionWhoseChunksAreTooSmall() {
        serve(CACHING);
        call(XID, REMOVE, 5);
        final RpcRdmaClient client = connect(fixture.clientDevice);
        final ClientCall call = client.newCall();
        final XdrWriter arguments = call.begin(XID, PROGRAM, 1, REMOVE);
        arguments.putInt(5);
        call.replySegment(fixture.address(0), 24);
        final Outcome outcome = fixture.send(call, arguments.position(), 0);
        assertFalse(outcome.isReply());
        assertEquals(1, executions.get(5));
    }

    @Test
    void shouldReportWhichBoundIsWrong() {
        final ProcedureFilter all = (program, version, procedure) -> true;
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new ReplyCaching(all, 0, 100, 1))
                .getMessage()
                .contains("entries must be 1 to 1048576: entries=0"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new ReplyCaching(all, 1, 23, 1))
                .getMessage()
                .contains("longestReply must be 24 to 65536: longestReply=23"));
        assertThrows(IllegalArgumentException.class, () -> new ReplyCaching(all, 1, 24, 0));
        assertThrows(IllegalArgumentException.class, () -> ReplyCaching.of(null));
    }

    /** The client repeats its calls automatically while its links fail repeatedly, at random times. */
    @Test
    void shouldExecuteEachCallOnceEvenIfConnectionsAreLost() throws Exception {
        long hits = 0;
        for (int run = 0; run < Effort.of(5, 100); run++) {
            Seed.run(this::runWithLosses);
            hits += figures().replyCacheHits();
            fixture.close();
            executions.clear();
            late.clear();
        }
        assertTrue(hits > 0, "calls were repeated");
    }

    private void runWithLosses(final long seed) {
        final Random random = new Random(seed);
        fixture.connect(
                service(),
                server -> server.replyCache(CACHING).credits(16),
                client -> client.tries(1000).callTimeout(5 * SECOND).credits(16));
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < 200; xid++) {
            outcomes.add(send(fixture.client, xid, random.nextInt(4) == 0 ? LATE : REMOVE, xid));
            fixture.run(random.nextInt(10_000));
            if (random.nextInt(20) == 0) {
                fixture.clientDevice.faults().linkDown();
                fixture.run(random.nextInt(10) * SECOND);
                answerSome(random);
                fixture.clientDevice.faults().linkUp();
            }
            answerSome(random);
        }
        for (int i = 0; i < 10_000 && !outcomes.stream().allMatch(outcome -> outcome.calls > 0); i++) {
            answerSome(random);
            fixture.run(SECOND / 10);
        }
        for (final Outcome outcome : outcomes) {
            assertEquals(1, result(outcome));
        }
        assertEquals(200, executions.size());
        assertTrue(executions.values().stream().allMatch(times -> times == 1), executions.toString());
    }

    private void answerSome(final Random random) {
        while (!late.isEmpty() && random.nextBoolean()) {
            late.remove(random.nextInt(late.size())).reply();
        }
    }
}
