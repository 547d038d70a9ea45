// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.trace.FrameTap;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;

/** Tests captures of a simulated server whose connections share fewer Receives than they have calls in flight. */
class NotReadyCaptureTest extends CommandTest {
    private static final String SERVER = "10.98.0.1";
    private static final int PORT = 20_049;
    private static final int CLIENTS = 3;
    private static final int IN_FLIGHT = 8;
    private static final int RPCS = 100;
    private static final int MAX_DATA = 32 << 10;

    @TempDir
    private Path folder;

    /** Captures all calls from all clients, and the disconnection. */
    private Path capture(final int receives) throws IOException {
        final Path file = folder.resolve("srq.pcap");
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults().with("rc.rnr_timer", 640_000));
        try (CaptureWriter writer =
                new CaptureWriter(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
            fabric.setTap(new FrameTap(writer, simulation));
            final SimulatedDevice device = fabric.attach("server0", SERVER);
            final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(device)
                    .eventLoop(device.newEventLoop())
                    .port(PORT)
                    .maxPayload(2 * MAX_DATA)
                    .sharedReceives(receives)
                    .service(new EchoService()));
            final List<ServiceClient> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(client(fabric.attach("client" + i, "10.99.0." + (i + 1)), i));
            }
            clients.forEach(ServiceClient::connect);
            while (server.connections() > 0 || clients.stream().anyMatch(client -> client.replies() < RPCS)) {
                assertTrue(simulation.step(), "nothing happens");
                clients.forEach(client -> assertNull(client.failure()));
            }
            clients.forEach(ServiceClient::close);
            server.close();
            simulation.run();
        }
        return file;
    }

    private static ServiceClient client(final SimulatedDevice device, final int seed) {
        final ServiceClient client = new ServiceClient(
                new RpcRdmaClient.Context()
                        .device(device)
                        .eventLoop(device.newEventLoop())
                        .remote(new InetSocketAddress(SERVER, PORT)),
                RPCS);
        for (int i = 0; i < IN_FLIGHT; i++) {
            client.add(new EchoCall(client, device, new SeededRandom(seed * IN_FLIGHT + i), MAX_DATA));
        }
        return client;
    }

    @Test
    void shouldReportThatAServerWasNotReadyAndForHowLongCallsWaited() throws IOException {
        final String file = capture(4).toString();
        assertEquals(ExitCode.DONE, rpcrdma("explain", "-j", "--no-verdict", file), err::toString);
        final JsonNode listed = new ObjectMapper().readTree(out.toString()).get("listed");
        assertEquals(CLIENTS, listed.size());
        long naks = 0;
        for (final JsonNode connection : listed) {
            assertEquals(RPCS, connection.get("calls").get("answered").asInt());
            for (final JsonNode unready : connection.get("notReady")) {
                naks += unready.get("naks").asLong();
                assertEquals("server", unready.get("side").asText());
                assertEquals(SERVER, unready.get("address").asText());
                assertEquals(0, unready.get("notRepeated").asLong(), unready::toString);
                assertEquals(0, unready.get("transfers").asLong(), unready::toString);
                assertEquals(640_000, unready.get("timerNanos").asLong(), "rc.rnr_timer");
                assertTrue(unready.get("waitNanos").get("p50").asLong() >= 640_000, unready::toString);
                assertTrue(
                        unready.get("inFlight").asLong() <= IN_FLIGHT
                                && unready.get("granted").asLong() >= IN_FLIGHT,
                        unready::toString);
                assertTrue(unready.get("cause").asText().contains("the server posts fewer Receives"));
            }
        }
        assertTrue(naks > 10, "naks=" + naks);

        assertEquals(ExitCode.DONE, rpcrdma("explain", "--no-verdict", file), err::toString);
        final String text = out.toString().replaceAll("\\s+", " ");
        assertTrue(text.contains("not ready server " + SERVER + ": "), text);
        assertTrue(text.contains(" RNR NAKs of "), text);
        assertTrue(text.contains(", timer 640.0 us; waits p50 "), text);
        assertTrue(text.contains("not ready: " + SERVER + " refused Sends on "), text);

        assertEquals(ExitCode.DONE, rpcrdma("lint", "-j", file), "only warnings");
        final JsonNode findings = new ObjectMapper().readTree(out.toString());
        long found = 0;
        for (final JsonNode finding : findings.get("listed")) {
            assertEquals("receiver-not-ready", finding.get("rule").asText(), finding::toString);
            assertEquals(SERVER, finding.get("source").asText());
            assertTrue(finding.get("seen").asText().contains(" timer_us=640 "), finding::toString);
            found += Long.parseLong(finding.get("seen").asText().replaceAll(".*naks=(\\d+) .*", "$1"));
        }
        assertEquals(naks, found, "explain and lint report the same count");
    }

    /** The picture of the slowest call must show the RNR NAK. */
    @Test
    void shouldDrawTheCallThatWaited() throws IOException {
        final String file = capture(4).toString();
        assertEquals(ExitCode.DONE, rpcrdma("lint", "-j", file));
        final JsonNode first =
                new ObjectMapper().readTree(out.toString()).get("listed").get(0);
        final Path drawn = folder.resolve("call.svg");
        assertEquals(
                ExitCode.DONE,
                rpcrdma(
                        "explain",
                        file,
                        "--no-verdict",
                        "--connection",
                        first.get("connection").asText(),
                        "--xid",
                        first.get("xid").asText(),
                        "--svg",
                        drawn.toString()),
                err::toString);
        final String svg = Files.readString(drawn);
        assertTrue(svg.contains(">RNR NAK: no Receive posted for the call<"), svg);
        assertTrue(svg.contains(">demands a wait of 640.0 us<"), svg);
        assertTrue(svg.contains(">call sent again<"), svg);
    }

    @Test
    void shouldFindNothingIfThereAreEnoughReceives() throws IOException {
        final String file = capture(CLIENTS * IN_FLIGHT).toString();
        assertEquals(ExitCode.DONE, rpcrdma("lint", file), err::toString);
        assertTrue(err.toString().contains("no findings"), err::toString);
        assertEquals(ExitCode.DONE, rpcrdma("explain", "--no-verdict", file));
        assertTrue(out.toString().contains("sent again    nothing"), out::toString);
    }
}
