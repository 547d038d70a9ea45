// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.PerfServerThread;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;

/**
 * Tests the first example in docs/captures.md. A capture program on the host must find the same packets of our UDP
 * devices as the device itself records. The host captures each packet at two interfaces, and a captured datagram may
 * contain up to 64 KB of packets.
 */
class HostCaptureTest extends CommandTest {
    private static final int RPCS = 60;
    private static final long LOOK_NANOS = 20_000_000;

    @TempDir
    private Path folder;

    /**
     * Starts the first installed capture program, or skips the test if the program is not allowed to capture. The
     * program's buffer has room for all packets, because a busy host might not run the program for a while.
     */
    private Process capture(final String address, final Path file) throws IOException, InterruptedException {
        final String filter = "udp port 4791 and host " + address;
        final List<List<String>> programs = List.of(
                List.of("tcpdump", "-i", "any", "-B", "32768", "-U", "-w", file.toString(), filter),
                List.of("dumpcap", "-q", "-i", "any", "-B", "32", "-f", filter, "-w", file.toString()));
        final Path words = folder.resolve("words");
        for (final List<String> program : programs) {
            final Process process;
            try {
                process = new ProcessBuilder(program)
                        .redirectErrorStream(true)
                        .redirectOutput(words.toFile())
                        .start();
            } catch (final IOException e) {
                continue;
            }
            Patience.await(
                    () -> !process.isAlive() || read(words).matches("(?s).*(listening on|File: ).*"),
                    () -> LockSupport.parkNanos(LOOK_NANOS),
                    () -> "the capture did not start: " + read(words));
            assumeTrue(process.isAlive(), () -> program.get(0) + " cannot capture: " + read(words));
            return process;
        }
        return abort("neither tcpdump nor dumpcap is installed");
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.getMessage();
        }
    }

    private Reading reading(final Path file) {
        try {
            return Reading.of(folder, Files.readAllBytes(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldReadOfTheHostWhatTheDeviceKeeps() throws Exception {
        final Path ofDevice = folder.resolve("device.pcap");
        final Path ofHost = folder.resolve("host.pcap");
        final Process program = capture(UdpAddresses.address(11), ofHost);
        try {
            final int status = PerfServerThread.serve(
                    "--events --device " + UdpAddresses.device(11),
                    () -> rpcrdma("perf client rpc-bw " + UdpAddresses.address(11) + " --device "
                            + UdpAddresses.device(12) + " -s 16K -t 8 --warm-up 0 -n " + RPCS + " --pcap "
                            + ofDevice));
            assertEquals(ExitCode.DONE, status, err::toString);
            Patience.await(
                    () -> reading(ofHost).messages().size() >= 2 * RPCS,
                    () -> LockSupport.parkNanos(LOOK_NANOS),
                    () -> "the host's capture ended early: " + reading(ofHost).decoded());
        } finally {
            program.destroy();
            program.waitFor();
        }
        final Reading device = reading(ofDevice);
        final Reading host = reading(ofHost);
        assertEquals(device.messages(), host.messages());
        assertEquals(device.counts(), host.counts());
        assertEquals(List.of(), host.findings());
        assertFalse(host.isPartial(), () -> host.decoded() + host.linted());
        assertEquals(2 * RPCS, device.messages().size());
    }
}
