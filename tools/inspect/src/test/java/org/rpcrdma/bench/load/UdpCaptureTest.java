// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.trace.FrameTap;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;

/** Tests traffic captured at a UDP device: the packets that the device sends, and another program's packets. */
class UdpCaptureTest extends CommandTest {
    private static final int PORT = 20_049;
    private static final int RPCS = 40;
    private static final int MAX_DATA = 32 << 10;
    private static final long SLICE = 1_000_000;
    private static final long LONGEST_NANOS = 30_000_000_000L;

    @TempDir
    private Path folder;

    private final UdpNetwork here = new UdpNetwork();
    private final UdpNetwork there = new UdpNetwork();

    private void await(final BooleanSupplier condition) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "the operation takes too long");
            for (final UdpNetwork network : List.of(here, there)) {
                network.timeline().nanoTime();
                network.timeline().runUntil(network.timeline().nanoTime() + SLICE);
            }
        }
    }

    /** Captures the connection set-up, calls with every kind of chunk, and the disconnection. */
    private Path capture() throws IOException {
        final Path file = folder.resolve("udp.pcap");
        final UdpDevice serverDevice = here.attach("udp0", UdpAddresses.address(3));
        final UdpDevice clientDevice = there.attach("udp1", UdpAddresses.address(4));
        try (CaptureWriter writer =
                new CaptureWriter(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))) {
            here.setTap(new FrameTap(writer, here.timeline()));
            final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(serverDevice)
                    .eventLoop(serverDevice.newEventLoop())
                    .port(PORT)
                    .maxPayload(2 * MAX_DATA)
                    .service(new EchoService()));
            final ServiceClient client = new ServiceClient(
                    new RpcRdmaClient.Context()
                            .device(clientDevice)
                            .eventLoop(clientDevice.newEventLoop())
                            .remote(new InetSocketAddress(UdpAddresses.address(3), PORT)),
                    RPCS);
            client.add(new EchoCall(client, clientDevice, new SeededRandom(1), MAX_DATA));
            client.connect();
            await(() -> client.replies() == RPCS && server.connections() == 0 || client.failure() != null);
            assertNull(client.failure());
            assertEquals(0, client.wrong());
            client.close();
            server.close();
        } finally {
            here.close();
            there.close();
        }
        return file;
    }

    @Test
    void shouldBeReadWithoutFindings() throws Exception {
        final Path file = capture();
        final int[] messages = {0};
        final CaptureCounts counts =
                CaptureReader.read(file, message -> messages[0] += message.retransmitted() ? 0 : 1);
        assertEquals(2 * RPCS, messages[0]);
        assertEquals(0, counts.malformedFrames());
        assertEquals(ExitCode.DONE, rpcrdma("lint", file.toString()), () -> out.toString() + err);
        if (hasTshark()) {
            assertEquals(List.of(), tshark(file, "-Y", "_ws.malformed || _ws.expert.severity >= error"));
            final List<String> management =
                    tshark(file, "-Y", "infiniband.mad", "-T", "fields", "-e", "infiniband.mad.attributeid");
            assertEquals(
                    List.of("0x0010", "0x0013", "0x0014", "0x0015", "0x0016"),
                    management.stream().map(String::trim).distinct().toList());
        }
    }

    /** Returns the rows that Wireshark prints for a file. */
    private static List<String> tshark(final Path file, final String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        command.addAll(List.of(options));
        final Path rows = file.resolveSibling("rows");
        final Process process = new ProcessBuilder(command)
                .redirectOutput(rows.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "tshark did not end");
        assertEquals(0, process.exitValue(), () -> "tshark " + String.join(" ", options));
        return Files.readAllLines(rows, StandardCharsets.UTF_8);
    }

    private static boolean hasTshark() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "tshark")));
    }
}
