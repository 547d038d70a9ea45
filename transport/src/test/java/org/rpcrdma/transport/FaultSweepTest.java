// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.config.FaultyCall.values;
import static org.rpcrdma.transport.TransportFixture.eventLoop;
import static org.rpcrdma.transport.TransportFixture.writeChunk;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Causes a device's calls to fail, starting with connection set-up, for every way of mapping Receive buffers. In each
 * run, a single call of one kind fails: first each of the first 20 calls, then every 11th call. Each RPC has one
 * outcome, the cause is reported, and closing the devices proves that no resources have been leaked.
 */
class FaultSweepTest extends TransportTest {
    private static final int CALLS = 8;
    private static final int CREDITS = 8;
    private static final int EACH = 20;
    private static final int STRIDE = 11;
    private static final int BUFFER = 4096;
    private static final long LIMIT_NANOS = 1_000_000_000L;

    @ParameterizedTest
    @MethodSource("all")
    void shouldReleaseEverythingWhenACallFailsOnTheServer(final MappingWay way, final FaultyCall kind) {
        sweep(way, kind, true);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReleaseEverythingWhenACallFailsOnTheClient(final MappingWay way, final FaultyCall kind) {
        sweep(way, kind, false);
    }

    static Stream<Arguments> all() {
        return Stream.of(MappingWay.values()).flatMap(way -> Stream.of(values()).map(kind -> Arguments.of(way, kind)));
    }

    private void sweep(final MappingWay way, final FaultyCall kind, final boolean isServers) {
        int nth = 1;
        while (run(way, kind, isServers, nth)) {
            nth += nth < EACH ? 1 : STRIDE;
        }
        assertEquals(happens(way, kind, isServers), nth > 1, () -> where(way, kind, isServers, 0));
    }

    /**
     * Returns true if the server makes calls of this kind. With DMA mappings, the server creates no mkeys, because it
     * uses only its peer's mkeys.
     */
    private static boolean happens(final MappingWay way, final FaultyCall kind, final boolean isServers) {
        return switch (kind) {
            case REGISTRATION -> way.isRegistered();
            case KEY -> !isServers || way.isPooled();
            default -> true;
        };
    }

    private static String where(final MappingWay way, final FaultyCall kind, final boolean isServers, final int nth) {
        return "way=" + way + " kind=" + kind + " server=" + isServers + " nth=" + nth;
    }

    private TransportFixture start(final MappingWay way, final List<String> causes) {
        return fixture.open(
                FaultSweepTest::serve,
                server -> server.credits(CREDITS)
                        .mapper(domain -> way.mapper(domain, eventLoop(server), BUFFER))
                        .serviceFailure((remote, xid, failure) -> causes.add(failure.getMessage())),
                client -> client.credits(CREDITS).mapper(domain -> way.mapper(domain, eventLoop(client), BUFFER)));
    }

    /** Returns true if the n-th call was made, and therefore failed. */
    private boolean run(final MappingWay way, final FaultyCall kind, final boolean isServers, final int nth) {
        final String where = where(way, kind, isServers, nth);
        final List<String> causes = new ArrayList<>();
        start(way, causes);
        final SimulatedDevice device = isServers ? fixture.serverDevice : fixture.clientDevice;
        device.faults().fail(kind, nth, Errno.ENOMEM);
        final List<Outcome> outcomes = new ArrayList<>();
        try {
            fixture.client.connect();
            for (int xid = 0; xid < CALLS && fixture.disconnections.isEmpty(); xid++) {
                stage(xid, outcomes);
            }
        } catch (final VerbsException e) {
            causes.add(e.getMessage());
        }
        fixture.simulation.runUntil(LIMIT_NANOS);
        final boolean failed = device.faults().armed() == 0;
        device.faults().disarm();
        check(outcomes, causes, kind, failed, where);
        fixture.close();
        return failed;
    }

    private void check(
            final List<Outcome> outcomes,
            final List<String> causes,
            final FaultyCall kind,
            final boolean failed,
            final String where) {
        for (final Outcome outcome : outcomes) {
            assertEquals(1, outcome.calls, where);
            if (outcome.failure != null) {
                causes.add(outcome.failure);
            }
        }
        causes.addAll(fixture.disconnections);
        causes.addAll(fixture.rejections);
        fixture.ended.forEach(metrics -> causes.add(String.valueOf(metrics.closeReason())));
        if (kind == FaultyCall.ALLOCATION && failed && causes.isEmpty()) {
            // No call failed, because the arena used smaller shards instead.
            assertEquals(CALLS, outcomes.size(), where);
            Outcome.assertAllAnsweredInTurn(outcomes);
        } else {
            assertEquals(failed, !causes.isEmpty(), () -> where + " causes=" + causes);
        }
        final boolean named = causes.stream().anyMatch(cause -> cause.contains("fault on demand"));
        assertTrue(named || causes.isEmpty(), () -> where + " causes=" + causes);
        assertEquals(0, fixture.client.callsOutstanding(), where);
        assertEquals(0, fixture.client.callsQueued(), where);
        assertEquals(0, fixture.regionsInUse(), where);
    }

    /** Stages a call. Successive calls are inline, or have a Read chunk, a Write chunk or a Reply chunk. */
    private void stage(final int xid, final List<Outcome> outcomes) {
        final ClientCall call = fixture.stage(xid, 64);
        final int at = 100_000 * xid;
        switch (xid % 4) {
            case 1 -> call.readSegment(40, fixture.address(at), 9000);
            case 2 -> {
                writeChunk(call, fixture.address(at), 9000);
            }
            case 3 -> call.replySegment(fixture.address(at), 10_000);
            default -> {}
        }
        call.send(64, Outcome.in(outcomes));
    }

    private static void serve(final RpcCall call) {
        for (int i = 0; i < call.writeChunkCount(); i++) {
            call.writeChunk(i, 7000);
        }
        call.reply(40);
    }
}
