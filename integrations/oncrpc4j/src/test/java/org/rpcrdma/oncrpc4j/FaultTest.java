// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests that each call has exactly one outcome, whatever fails and whenever it fails. The devices can be closed only if
 * nothing has leaked.
 */
@Timeout(120)
class FaultTest {
    private static final int PROGRAM = 0x2000_1005;
    private static final int ECHO = 1;
    private static final int CHUNKS = 2;
    private static final int CALL_BACK = 3;
    private static final int CLIENTS_PROGRAM = 0x4000_0000;

    private record Kind(int procedure, int length) {}

    /** Inline calls, calls with every kind of chunk, and a call with a callback. */
    private static final List<Kind> KINDS = List.of(
            new Kind(ECHO, 16),
            new Kind(ECHO, 5000),
            new Kind(ECHO, 40_000),
            new Kind(CHUNKS, 16),
            new Kind(CHUNKS, 5000),
            new Kind(CHUNKS, 40_000),
            new Kind(CALL_BACK, 16));

    /** The minimum number of events in a run. A run with fewer events cannot have executed the calls. */
    private static final int LEAST_EVENTS = 200;

    /** The number of events between the disturbances of two consecutive runs. */
    private static final int STRIDE = Effort.of(13, 1);

    private static final DdpRule OPAQUE = new DdpRule(
            arguments -> {
                arguments.longestReply(64);
                arguments.result(40_000);
                arguments.item();
            },
            MessageWalk::item);

    private static void echo(final RpcCall call) throws IOException {
        final XdrOpaque bytes = new XdrOpaque();
        call.retrieveCall(bytes);
        if (call.getProcedure() == CALL_BACK) {
            callBack(call, bytes);
        } else {
            call.reply(bytes);
        }
    }

    /** Replies with the client's reply to a callback. Fails if the callback fails. */
    private static void callBack(final RpcCall call, final XdrOpaque bytes) throws IOException {
        final RpcTransport client = call.getTransport().getPeerTransport();
        final CompletionHandler<RpcReply, RpcTransport> answer = new CompletionHandler<>() {
            @Override
            public void completed(final RpcReply reply, final RpcTransport transport) {
                final XdrOpaque echoed = new XdrOpaque();
                try {
                    reply.getReplyResult(echoed);
                } catch (final IOException e) {
                    throw new IllegalStateException(e);
                }
                call.reply(echoed);
            }

            @Override
            public void failed(final Throwable failure, final RpcTransport transport) {
                call.failRpcSystem();
            }
        };
        new RpcCall(CLIENTS_PROGRAM, 1, new RpcAuthTypeNone(), client).call(ECHO, bytes, answer);
    }

    private static DdpRules rules() {
        return new DdpRules().add(PROGRAM, 1, CHUNKS, OPAQUE);
    }

    private static void start(final SimulatedHosts hosts, final int tries) throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), FaultTest::echo)
                        .withDdpRules(rules())
                        .withEventLoopIoStrategy(),
                client -> client.withRpcService(new OncRpcProgram(CLIENTS_PROGRAM, 1), FaultTest::echo)
                        .withDdpRules(rules())
                        .withLongestReply(50_000)
                        .withSameThreadIoStrategy()
                        .withTransport(context ->
                                context.credits(8).tries(tries).callTimeout(TimeUnit.MILLISECONDS.toNanos(5))));
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    /** Makes calls of all kinds. A call that cannot be sent fails immediately. */
    private static List<CompletableFuture<XdrOpaque>> call(final SimulatedHosts hosts) {
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        final RpcCall caller = hosts.call(PROGRAM, 1);
        for (final Kind kind : KINDS) {
            try {
                replies.add(caller.call(kind.procedure, new XdrOpaque(bytes(kind.length)), XdrOpaque.class));
            } catch (final IOException e) {
                replies.add(CompletableFuture.failedFuture(e));
            }
        }
        return replies;
    }

    /** Returns the number of answered calls; all other calls fail. Does not wait for virtual time to pass. */
    private static int outcomes(final SimulatedHosts hosts, final List<CompletableFuture<XdrOpaque>> replies)
            throws Exception {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        hosts.runner.execute(() -> stepUntilDone(hosts, replies, done));
        done.get();
        int answered = 0;
        for (int i = 0; i < replies.size(); i++) {
            try {
                final XdrOpaque reply = replies.get(i).get();
                assertArrayEquals(bytes(KINDS.get(i).length), reply.getOpaque());
                answered++;
            } catch (final ExecutionException e) {
                assertTrue(e.getCause() instanceof IOException, () -> "" + e.getCause());
            }
        }
        return answered;
    }

    /**
     * Runs all steps inside a task of the event loop. If another thread submitted a task for each step, the submissions
     * would take most of the test's time.
     */
    private static void stepUntilDone(
            final SimulatedHosts hosts,
            final List<CompletableFuture<XdrOpaque>> replies,
            final CompletableFuture<Void> done) {
        if (replies.stream().allMatch(CompletableFuture::isDone)) {
            done.complete(null);
            return;
        }
        try {
            hosts.simulation.step();
            hosts.runner.execute(() -> stepUntilDone(hosts, replies, done));
        } catch (final RuntimeException | Error e) {
            done.completeExceptionally(e);
        }
    }

    @ParameterizedTest
    @EnumSource(FaultyCall.class)
    void shouldReleaseEverythingWhenACallOfADeviceFails(final FaultyCall kind) throws Exception {
        for (final boolean isServers : new boolean[] {true, false}) {
            int nth = 1;
            while (fails(kind, isServers, nth)) {
                nth++;
            }
        }
    }

    /** Returns true if the n-th call happened and failed. */
    private static boolean fails(final FaultyCall kind, final boolean isServers, final int nth) throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            final SimulatedDevice device = isServers ? hosts.serverDevice : hosts.clientDevice;
            hosts.runner.call(() -> device.faults().fail(kind, nth, Errno.ENOMEM));
            try {
                start(hosts, 1);
                outcomes(hosts, call(hosts));
            } catch (final IOException | VerbsException e) {
                assertFalse(e.getMessage().isEmpty());
            }
            return hosts.runner.call(() -> {
                final boolean failed = device.faults().armed() == 0;
                device.faults().disarm();
                return failed;
            });
        }
    }

    /** The calls in flight. The flag is true if all were answered before the disturbance. */
    private record Disturbed(List<CompletableFuture<XdrOpaque>> replies, CompletableFuture<Boolean> wereAnswered) {}

    /** Makes calls, and runs a task after a given number of simulation events. */
    private static Disturbed callAnd(final SimulatedHosts hosts, final int events, final Runnable task) {
        final Disturbed disturbed = hosts.runner.call(() -> {
            final Disturbed calls = new Disturbed(call(hosts), new CompletableFuture<>());
            hosts.runner.execute(() -> step(hosts, events, () -> {
                calls.wereAnswered.complete(calls.replies.stream().allMatch(CompletableFuture::isDone));
                task.run();
            }));
            return calls;
        });
        disturbed.wereAnswered.join();
        return disturbed;
    }

    /** Executes one event at a time. Between two events, it runs only the tasks that the first of them scheduled. */
    private static void step(final SimulatedHosts hosts, final int events, final Runnable task) {
        if (events == 0) {
            task.run();
        } else {
            hosts.simulation.step();
            hosts.runner.execute(() -> step(hosts, events - 1, task));
        }
    }

    @Test
    void shouldEndEveryCallWhenTheClientDisconnectsAtAnyEvent() throws Exception {
        boolean isOver = false;
        int events = 0;
        for (; !isOver; events += STRIDE) {
            try (SimulatedHosts hosts = new SimulatedHosts()) {
                start(hosts, 1);
                final Disturbed calls =
                        callAnd(hosts, events, () -> hosts.client.client().disconnect());
                final int answered = outcomes(hosts, calls.replies);
                isOver = calls.wereAnswered.join();
                assertTrue(!isOver || answered == KINDS.size(), "answered=" + answered);
            }
        }
        assertTrue(events > LEAST_EVENTS, "events=" + events);
    }

    @Test
    void shouldSendCallsAgainWhenTheServerIsReplacedAtAnyEvent() throws Exception {
        boolean isOver = false;
        int events = 0;
        for (; !isOver; events += STRIDE) {
            try (SimulatedHosts hosts = new SimulatedHosts()) {
                start(hosts, 3);
                final Disturbed calls = callAnd(hosts, events, () -> replace(hosts));
                assertEquals(KINDS.size(), outcomes(hosts, calls.replies), "events=" + events);
                assertEquals(KINDS.size(), outcomes(hosts, call(hosts)), "events=" + events);
                isOver = calls.wereAnswered.join();
            }
        }
        assertTrue(events > LEAST_EVENTS, "events=" + events);
    }

    private static void replace(final SimulatedHosts hosts) {
        try {
            hosts.server.stop();
            hosts.server.start();
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldFailCallsOfALostConnectionAndConnectAgain() throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            start(hosts, 1);
            hosts.runner.call(() -> hosts.client.client().disconnect());
            outcomes(hosts, call(hosts));
            // The calls fail first. The transport notices only later that the connection is down.
            Patience.await(() -> !hosts.transport.isOpen(), Thread::yield, () -> "the transport stays open");
            hosts.client.connect();
            assertTrue(hosts.transport.isOpen());
            assertEquals(KINDS.size(), outcomes(hosts, call(hosts)));
        }
    }

    @Test
    void shouldStayConnectedIfAConnectedClientConnects() throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            start(hosts, 3);
            assertSame(hosts.transport, hosts.client.connect());
            assertEquals(KINDS.size(), outcomes(hosts, call(hosts)));
        }
    }

    @Test
    void shouldWaitForAnAutomaticReconnection() throws Exception {
        boolean isOver = false;
        int events = 0;
        for (; !isOver; events += 7) {
            try (SimulatedHosts hosts = new SimulatedHosts()) {
                start(hosts, 3);
                final Disturbed calls = callAnd(hosts, events, () -> replace(hosts));
                isOver = calls.wereAnswered.join();
                assertSame(hosts.transport, hosts.client.connect(20, TimeUnit.SECONDS), "events=" + events);
                assertEquals(KINDS.size(), outcomes(hosts, calls.replies), "events=" + events);
            }
        }
    }
}
