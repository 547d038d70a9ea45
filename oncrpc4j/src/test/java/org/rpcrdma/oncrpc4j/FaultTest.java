// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.xdr.XdrOpaque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.cost.FaultyCall;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Whatever fails, and whenever: each call has one outcome, and closing the devices proves that nothing is left. */
@Timeout(120)
class FaultTest {
    private static final int PROGRAM = 0x2000_1005;
    private static final int ECHO = 1;
    private static final int CHUNKS = 2;
    private static final int EACH = 4;
    private static final int STRIDE = 25;
    private static final int[] LENGTHS = {16, 5000, 40_000};

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
        call.reply(bytes);
    }

    private static DdpRules rules() {
        return new DdpRules().add(PROGRAM, 1, CHUNKS, OPAQUE);
    }

    private static void start(final SimulatedHosts hosts, final int tries) throws Exception {
        hosts.start(
                svc -> svc.withRpcService(new OncRpcProgram(PROGRAM, 1), FaultTest::echo)
                        .withDdpRules(rules())
                        .withSameThreadIoStrategy(),
                client -> client.withDdpRules(rules())
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

    /** Calls inline and by all kinds of chunks; one that cannot be sent fails at once. */
    private static List<CompletableFuture<XdrOpaque>> call(final SimulatedHosts hosts) {
        final List<CompletableFuture<XdrOpaque>> replies = new ArrayList<>();
        final RpcCall caller = hosts.call(PROGRAM, 1);
        for (final int procedure : new int[] {ECHO, CHUNKS}) {
            for (final int length : LENGTHS) {
                try {
                    replies.add(caller.call(procedure, new XdrOpaque(bytes(length)), XdrOpaque.class));
                } catch (final IOException e) {
                    replies.add(CompletableFuture.failedFuture(e));
                }
            }
        }
        return replies;
    }

    /** Returns how many calls were answered; each is, or fails. */
    private static int outcomes(final List<CompletableFuture<XdrOpaque>> replies) throws Exception {
        int answered = 0;
        for (int i = 0; i < replies.size(); i++) {
            try {
                final XdrOpaque reply = replies.get(i).get(20, TimeUnit.SECONDS);
                assertArrayEquals(bytes(LENGTHS[i % LENGTHS.length]), reply.getOpaque());
                answered++;
            } catch (final ExecutionException e) {
                assertTrue(e.getCause() instanceof IOException, () -> "" + e.getCause());
            }
        }
        return answered;
    }

    @ParameterizedTest
    @EnumSource(FaultyCall.class)
    void shouldGiveEverythingBackWhenACallOfTheServersDeviceFails(final FaultyCall kind) throws Exception {
        sweep(kind, true);
    }

    @ParameterizedTest
    @EnumSource(FaultyCall.class)
    void shouldGiveEverythingBackWhenACallOfTheClientsDeviceFails(final FaultyCall kind) throws Exception {
        sweep(kind, false);
    }

    private static void sweep(final FaultyCall kind, final boolean isServers) throws Exception {
        int nth = 1;
        while (fails(kind, isServers, nth)) {
            nth += nth < EACH ? 1 : STRIDE;
        }
    }

    /** Returns true if there was an n-th call that could fail. */
    private static boolean fails(final FaultyCall kind, final boolean isServers, final int nth) throws Exception {
        try (SimulatedHosts hosts = new SimulatedHosts()) {
            final SimulatedDevice device = isServers ? hosts.serverDevice : hosts.clientDevice;
            hosts.runner.call(() -> device.faults().fail(kind, nth, Errno.ENOMEM));
            try {
                start(hosts, 1);
                outcomes(call(hosts));
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

    /** Calls, and has a task run so much later in the simulation's time. */
    private static List<CompletableFuture<XdrOpaque>> callAnd(
            final SimulatedHosts hosts, final long nanos, final Runnable task) {
        return hosts.runner.call(() -> {
            hosts.runner.loop().newTimer(task).arm(nanos);
            return call(hosts);
        });
    }

    @Test
    void shouldEndEveryCallWhenTheClientDisconnectsAtAnyTime() throws Exception {
        int answered = 0;
        for (long nanos = 0; answered < 2 * LENGTHS.length; nanos += 9_000) {
            try (SimulatedHosts hosts = new SimulatedHosts()) {
                start(hosts, 1);
                answered = outcomes(
                        callAnd(hosts, nanos, () -> hosts.client.client().disconnect()));
            }
        }
    }

    @Test
    void shouldSendCallsAgainWhenTheServerIsReplacedAtAnyTime() throws Exception {
        for (long nanos = 0; nanos < 700_000; nanos += 30_000) {
            try (SimulatedHosts hosts = new SimulatedHosts()) {
                start(hosts, 3);
                final Runnable replace = () -> hosts.runner.execute(() -> replace(hosts));
                assertEquals(2 * LENGTHS.length, outcomes(callAnd(hosts, nanos, replace)), "nanos=" + nanos);
                assertTrue(hosts.transport.isOpen());
            }
        }
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
            outcomes(call(hosts));
            assertFalse(hosts.transport.isOpen());
            hosts.client.connect();
            assertTrue(hosts.transport.isOpen());
            assertEquals(2 * LENGTHS.length, outcomes(call(hosts)));
        }
    }
}
