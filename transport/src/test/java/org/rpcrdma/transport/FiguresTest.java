// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.EndCause.CLOSED;
import static org.rpcrdma.transport.EndCause.DISCONNECTED;
import static org.rpcrdma.transport.EndCause.IDLE;
import static org.rpcrdma.transport.EndCause.REJECTED;
import static org.rpcrdma.transport.EndCause.TIMEOUT;
import static org.rpcrdma.transport.TransportFixture.SERVER_IP;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.client.ClientFigures;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerFigures;

/** Tests the figures of servers and clients for calls, bytes, credits and ended connections. */
class FiguresTest extends TransportTest {
    private static final long HELD_NANOS = MILLISECONDS.toNanos(5);
    private static final int HEADER = 28;

    private final List<RpcCall> held = new ArrayList<>();

    private TransportFixture measured(final RpcService service) {
        return fixture.open(service, context -> context.callTimes(true), context -> context.callTimes(true));
    }

    @Test
    void shouldCountBytesByTheWayThatTheyWentAtBothEnds() {
        final RpcService service = call -> {
            if (call.writeChunkCount() > 0) {
                TransportFixture.fillPattern(call.writeChunk(0, 2500), 2500, 1);
            }
            TransportFixture.echo(call);
        };
        fixture.connect(service);
        fixture.send(fixture.stage(1, 64), 64, 0).answered();
        ServerFigures server = fixture.server.figures();
        assertEquals(HEADER + 64, server.inlineReceivedBytes());
        assertEquals(HEADER + 64, server.inlineSentBytes());
        final ClientCall reading = fixture.stage(2, 64);
        reading.readSegment(48, fixture.address(0), 10_000);
        reading.readSegment(48, fixture.address(20_000), 1);
        fixture.send(reading, 64, 0).answered();
        final ClientCall written = fixture.stage(3, 64);
        written.beginWriteChunk();
        written.writeSegment(fixture.address(40_000), 1000);
        written.writeSegment(fixture.address(50_000), 4000);
        fixture.send(written, 64, 1).answered();
        final ClientCall replied = fixture.stage(4, 640);
        replied.replySegment(fixture.address(60_000), 8192);
        fixture.send(replied, 640, 0).answered();
        server = fixture.server.figures();
        final ClientFigures client = fixture.client.figures();
        assertEquals(10_001, server.readChunkBytes());
        assertEquals(2500, server.writeChunkBytes());
        assertEquals(640, server.replyChunkBytes());
        assertEquals(10_001, client.readChunkBytes());
        assertEquals(2500, client.writeChunkBytes());
        assertEquals(640, client.replyChunkBytes());
        assertEquals(server.inlineReceivedBytes(), client.inlineSentBytes());
        assertEquals(server.inlineSentBytes(), client.inlineReceivedBytes());
    }

    private void echoTheFirst(final RpcCall call) {
        if (call.xid() == 0) {
            TransportFixture.echo(call);
        } else {
            held.add(call);
        }
    }

    @Test
    void shouldMeasureTheStagesOfCallsIfAsked() {
        measured(this::echoTheFirst).connect();
        fixture.sendAll(1); // its reply grants more than one credit
        fixture.run();
        final Outcome inline = new Outcome();
        fixture.stage(1, 64).send(64, inline);
        final ClientCall reading = fixture.stage(2, 64);
        reading.readSegment(48, fixture.address(0), 1_000_000);
        final Outcome read = fixture.send(reading, 64, 0);
        fixture.run(HELD_NANOS);
        assertEquals(2, held.size());
        assertEquals(2, fixture.server.figures().creditsUsed());
        assertEquals(128, fixture.server.figures().creditsGranted());
        assertEquals(2, fixture.client.figures().creditsUsed());
        assertEquals(1, fixture.server.figures().service().count(), "not answered");
        held.forEach(TransportFixture::echo);
        fixture.run();
        assertTrue(inline.isReply() && read.isReply());
        final ServerFigures figures = fixture.server.figures();
        assertEquals(3, figures.waiting().count());
        assertEquals(0, figures.waiting().p50Nanos(), "an inline call does not wait");
        assertTrue(figures.waiting().maxNanos() > 10_000, "a Read list is fetched: " + figures.waiting());
        assertTrue(
                figures.waiting().maxNanos() < HELD_NANOS / 2, figures.waiting().toString());
        assertTrue(figures.service().p50Nanos() >= HELD_NANOS, figures.service().toString());
        assertEquals(3, figures.reply().count());
        assertTrue(figures.reply().maxNanos() > 0 && figures.reply().maxNanos() < HELD_NANOS / 2);
        final DurationFigures roundTrip = fixture.client.figures().roundTrip();
        assertEquals(3, roundTrip.count());
        final long atServer = figures.waiting().totalNanos() + figures.service().totalNanos();
        assertTrue(roundTrip.totalNanos() > atServer, roundTrip + " server=" + atServer);
    }

    @Test
    void shouldMeasureEachCallOfMany() {
        measured(TransportFixture::echo).connect();
        fixture.sendAll(500);
        fixture.run();
        final ServerFigures figures = fixture.server.figures();
        assertEquals(500, figures.waiting().count());
        assertEquals(500, figures.service().count());
        assertEquals(500, figures.reply().count());
        assertEquals(500, fixture.client.figures().roundTrip().count());
        assertEquals(0, figures.creditsUsed());
    }

    @Test
    void shouldMeasureNothingUnlessAsked() {
        fixture.connect(TransportFixture::echo);
        fixture.sendAll(3);
        fixture.run();
        assertNull(fixture.server.figures().waiting());
        assertNull(fixture.server.figures().service());
        assertNull(fixture.server.figures().reply());
        assertNull(fixture.client.figures().roundTrip());
    }

    @Test
    void shouldCountEndsByTheirCauses() {
        fixture.open(TransportFixture::echo, context -> context.idlePeriod(1_000_000_000));
        fixture.client.connect();
        fixture.simulation.runUntil(5_000_000_000L);
        assertEquals(Map.of(IDLE, 1L), fixture.server.figures().connectionsEnded());
        assertEquals(Map.of(DISCONNECTED, 1L), fixture.client.figures().connectionsEnded());
        fixture.client.connect();
        fixture.simulation.runUntil(5_100_000_000L);
        fixture.client.disconnect();
        fixture.simulation.runUntil(6_000_000_000L);
        assertEquals(
                Map.of(IDLE, 1L, DISCONNECTED, 1L), fixture.server.figures().connectionsEnded());
        assertEquals(
                Map.of(DISCONNECTED, 1L, CLOSED, 1L), fixture.client.figures().connectionsEnded());
        assertEquals(2, fixture.client.figures().connectionsEstablished());
    }

    private Map<EndCause, Long> failed(
            final UnaryOperator<RpcRdmaServer.Context> server, final UnaryOperator<RpcRdmaClient.Context> client) {
        fixture.open(held::add, server, client).client.connect();
        fixture.sendAll(1);
        fixture.simulation.runUntil(60_000_000_000L);
        fixture.close();
        return fixture.client.figures().connectionsEnded();
    }

    @Test
    void shouldCountRejectedConnectionsAndLateReplies() {
        assertEquals(
                Map.of(REJECTED, 1L),
                failed(context -> context, context -> context.remote(new InetSocketAddress(SERVER_IP, 1))));
        assertEquals(
                Map.of(TIMEOUT, 1L), failed(context -> context, context -> context.callTimeout(SECONDS.toNanos(2))));
    }
}
