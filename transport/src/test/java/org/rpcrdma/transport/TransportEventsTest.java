// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.transport.connection.TransportEvents;

/** Tests the JDK Flight Recorder events for calls and connections. */
class TransportEventsTest extends TransportTest {
    private static final List<String> ALL =
            List.of("ConnectionBegin", "ConnectionEnd", "Retransmission", "ServerCall", "ClientCall");

    @TempDir
    private Path folder;

    private List<RecordedEvent> record(final Map<String, String> settings, final Runnable program) throws IOException {
        final Path file = folder.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.setSettings(settings);
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> ALL.contains(name(event)))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime))
                .toList();
    }

    private static String name(final RecordedEvent event) {
        return event.getEventType().getName().replace("org.rpcrdma.", "");
    }

    private static Map<String, String> settings() {
        try (Reader file = new InputStreamReader(
                RpcService.class.getResourceAsStream("/org/rpcrdma/transport/rpcrdma.jfc"), StandardCharsets.UTF_8)) {
            return Configuration.create(file).getSettings();
        } catch (final IOException | ParseException e) {
            throw new IllegalStateException(e);
        }
    }

    private void callOnce(final RpcService service) {
        fixture.connect(service, server -> server, client -> client.tries(2).callTimeout(0));
        final Outcome outcome = fixture.send(fixture.stage(0x1234, 100), 100, 0);
        fixture.close();
    }

    private static RecordedEvent only(final List<RecordedEvent> events, final String name) {
        final List<RecordedEvent> found =
                events.stream().filter(event -> name(event).equals(name)).toList();
        assertEquals(1, found.size(), () -> name + ": " + events);
        return found.get(0);
    }

    @Test
    void shouldRecordCallsAndConnectionsOfBothEnds() throws IOException {
        final List<RecordedEvent> events = record(settings(), () -> callOnce(TransportFixture::echo));
        final RecordedEvent served = only(events, "ServerCall");
        assertEquals(0x1234, served.getInt("xid"));
        assertEquals(1, served.getLong("connection"));
        assertEquals(128, served.getInt("messageLength"));
        assertEquals(128, served.getInt("replyLength"));
        assertEquals("reply", served.getString("outcome"));
        assertTrue(served.getString("peer").startsWith("/10.98.0.3:"), served.getString("peer"));
        assertTrue(served.getDuration().toNanos() > 0);
        final RecordedEvent sent = only(events, "ClientCall");
        assertEquals(0x1234, sent.getInt("xid"));
        assertEquals(1, sent.getInt("tries"));
        assertEquals("reply", sent.getString("outcome"));
        assertEquals("/10.98.0.2:20049", sent.getString("peer"));
        assertEquals(
                Set.of(
                        "server 1 begin",
                        "client 1 begin",
                        "server 1 the server was closed",
                        "client 1 the client was closed"),
                events.stream()
                        .filter(event -> name(event).startsWith("Connection"))
                        .map(event -> (event.getBoolean("isServer") ? "server " : "client ")
                                + event.getLong("connection") + " "
                                + (event.hasField("reason") ? event.getString("reason") : "begin"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void shouldRecordTheOutcomeOfACall() throws IOException {
        final List<RecordedEvent> dropped = record(settings(), () -> callOnce(RpcCall::drop));
        assertEquals("dropped", only(dropped, "ServerCall").getString("outcome"));
        assertEquals("the client was closed", only(dropped, "ClientCall").getString("outcome"));
        final List<RecordedEvent> refused = record(settings(), () -> callOnce(RpcCall::refuse));
        assertEquals("RDMA_ERROR", only(refused, "ServerCall").getString("outcome"));
        assertEquals("the peer answered ERR_CHUNK", only(refused, "ClientCall").getString("outcome"));
    }

    @Test
    void shouldRecordRetransmissions() throws IOException {
        final List<RecordedEvent> events = record(settings(), () -> {
            final List<RpcCall> held = new ArrayList<>();
            fixture.open(
                            call -> {
                                if (held.isEmpty()) {
                                    held.add(call);
                                } else {
                                    TransportFixture.echo(call);
                                }
                            },
                            server -> server,
                            client -> client.tries(2).callTimeout(1_000_000_000))
                    .client
                    .connect();
            final Outcome outcome = new Outcome();
            fixture.stage(0x1234, 100).send(100, outcome.then(() -> held.get(0).drop()));
            fixture.run();
            assertTrue(outcome.isReply(), outcome.failure);
            fixture.close();
        });
        final RecordedEvent again = only(events, "Retransmission");
        assertEquals(0x1234, again.getInt("xid"));
        assertEquals(2, again.getInt("tries"));
        assertEquals(2, only(events, "ClientCall").getInt("tries"));
    }

    @Test
    void shouldRecordWithoutSettingsAllButCalls() throws IOException {
        final List<RecordedEvent> events = record(Map.of(), () -> callOnce(TransportFixture::echo));
        assertEquals(
                Set.of("ConnectionBegin", "ConnectionEnd"),
                events.stream().map(TransportEventsTest::name).collect(Collectors.toSet()));
    }

    @Test
    void shouldNameEveryEventInTheSettings() throws IOException {
        record(settings(), () -> {
            fixture.connect(TransportFixture::echo);
            final ClientCall call = fixture.stage(0x1234, 100);
            // When a region is returned to its pool, the pool's events are registered.
            call.readSegment(40, fixture.address(0), 4096);
            fixture.send(call, 100, 0).answered();
            fixture.close();
        });
        final Set<String> named = settings().keySet().stream()
                .map(setting -> setting.substring(0, setting.indexOf('#')))
                .collect(Collectors.toCollection(TreeSet::new));
        // While the MXBean of an arena is registered, the arena's figures are recorded as a JFR event.
        final VisibleArena visible = VisibleArena.open("events", () -> null);
        final Set<String> known = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .map(EventType::getName)
                .filter(name -> name.startsWith("org.rpcrdma."))
                .collect(Collectors.toCollection(TreeSet::new));
        visible.close();
        assertEquals(known, named);
    }

    @Test
    void shouldAllocateNothingWithoutARecording() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final InetSocketAddress peer = new InetSocketAddress("10.98.0.3", 1);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[28]);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                TransportEvents.connectionBegin(true, i, peer);
                TransportEvents.connectionEnd(true, i, peer, "over");
                TransportEvents.retransmission(peer, i, 2);
                if (TransportEvents.beginServerCall(message) != null || TransportEvents.beginClientCall(28) != null) {
                    throw new IllegalStateException("a recording is active");
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < 1000, "bytes=" + least);
    }
}
