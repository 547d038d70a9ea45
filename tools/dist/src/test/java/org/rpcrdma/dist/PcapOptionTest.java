// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.PerfServerThread;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.testkit.UdpAddresses;

/** Tests {@code --pcap}, which writes the packets of UDP devices to a file. */
class PcapOptionTest extends CommandTest {
    private static final int RPCS = 20;

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;

    @TempDir
    private Path folder;

    private void assertReadable(final Path file, final int messages) throws IOException {
        final List<Boolean> read = new ArrayList<>();
        final CaptureCounts counts = CaptureReader.read(file, message -> read.add(message.retransmitted()));
        assertEquals(messages, read.stream().filter(isAgain -> !isAgain).count());
        assertEquals(0, counts.malformedFrames());
        assertEquals(ExitCode.DONE, rpcrdma("lint", file.toString()), () -> out.toString() + err);
    }

    @Test
    void shouldKeepThePacketsOfBothSides() throws Exception {
        final Path there = folder.resolve("server.pcap");
        final Path here = folder.resolve("client.pcap");
        final int status = PerfServerThread.serve(
                "--events --device " + UdpAddresses.device(7) + " --pcap " + there,
                () -> rpcrdma("perf client rpc-lat " + UdpAddresses.address(7) + " --device " + UdpAddresses.device(8)
                        + " -n " + RPCS + " --warm-up 0 --pcap " + here));
        assertEquals(ExitCode.DONE, status, err::toString);
        assertReadable(here, 2 * RPCS);
        assertReadable(there, 2 * RPCS);
    }

    /** Runs the devices of all rows one after the other. */
    @Test
    void shouldKeepThePacketsOfOneDeviceAfterTheOther() throws IOException {
        final Path file = folder.resolve("rows.pcap");
        final String line = "conformance --row PX-01 --row CM-01 --device " + UdpAddresses.device(9);
        assertEquals(ExitCode.DONE, rpcrdma(line + " --pcap " + file), err::toString);
        final CaptureCounts counts = CaptureReader.read(file, message -> {});
        assertTrue(counts.frames() > 20, "frames=" + counts.frames());
        assertEquals(0, counts.malformedFrames());
    }

    /** Runs a command line. Builds on the same host take turns, because they share the IPv6 loopback address. */
    private int rpcrdmaInTurn(final String line) throws IOException {
        final String name = "rpcrdma-ipv6-" + System.getProperty("user.name") + ".lock";
        final Path lock = Path.of(System.getProperty("java.io.tmpdir"), name);
        try (FileChannel turn = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            turn.lock();
            return rpcrdma(line);
        }
    }

    /** The file must contain each datagram as transmitted, which its invariant CRC proves. */
    @Test
    void shouldKeepFlushesAtomicWritesAndDatagramsOverIpv6() throws IOException {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null, "no IPv6 here");
        final Path file = folder.resolve("ipv6.pcap");
        final int status = rpcrdmaInTurn(
                "conformance --device udp:[::1] --row=PX-03 --row=PX-12 --row=PX-04 --row=PX-02 --pcap " + file);
        assertEquals(ExitCode.DONE, status, err::toString);
        final ByteBuffer records = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        final Set<Integer> opcodes = new TreeSet<>();
        for (int at = FILE_HEADER; at < records.capacity(); at += RECORD_HEADER + records.getInt(at + 8)) {
            final ByteBuffer ip = records.slice(at + RECORD_HEADER + 14, records.getInt(at + 8) - 14);
            assertEquals(0x60, ip.get(0));
            opcodes.add(ip.get(48) & 0xff);
            final byte[] covered = new byte[8 + ip.capacity() - 4];
            ip.get(0, covered, 8, covered.length - 8);
            for (final int changing : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 15, 54, 55, 60}) {
                covered[changing] = (byte) 0xff;
            }
            covered[8] |= 0xf;
            final CRC32 crc = new CRC32();
            crc.update(covered);
            assertEquals((int) crc.getValue(), ip.order(ByteOrder.LITTLE_ENDIAN).getInt(ip.capacity() - 4));
        }
        assertTrue(opcodes.containsAll(List.of(17, 28, 29, 100)), opcodes::toString);
        final CaptureCounts counts = CaptureReader.read(file, message -> {});
        assertEquals(counts.frames(), counts.rocePackets());
        assertEquals(0, counts.gaps());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "perf client send-lat | --pcap requires a udp:ADDRESS device",
                "perf server --device rxe99 | --pcap requires a udp:ADDRESS device",
                "compare | --pcap requires a udp:ADDRESS device",
                "conformance | --pcap requires a udp:ADDRESS device",
                "perf client send-lat 127.0.0.1 --device OWN -p 99999 | --port must be from 1 to 65534",
                "perf server --device OWN -p 99999 | --port must be from 1 to 65534: --port=99999",
                "compare --device OWN --workload echo --credits 0 | credits must be 1 to 16,384: credits=0",
                "compare --device udp:192.0.2.1 --workload echo | --device udp:192.0.2.1: ",
                "conformance --device OWN --row NONE | no row matches: --row=NONE",
            })
    void shouldWriteNothingWithoutADeviceThatHasPacketsOrIfAnArgumentIsRefused(
            final String command, final String words) {
        final Path file = folder.resolve("no.pcap");
        assertEquals(ExitCode.UNUSABLE, rpcrdma(command.replace("OWN", UdpAddresses.device(10)) + " --pcap " + file));
        assertOneLine("rpcrdma: " + words);
        assertFalse(Files.exists(file));
    }

    @Test
    void shouldKeepAFileThatWasThereIfTheDeviceCannotBeOpened() throws IOException {
        final Path file = Files.writeString(folder.resolve("kept.pcap"), "kept");

        // 203.0.113.9 belongs to no host (RFC 5737).
        assertEquals(ExitCode.UNUSABLE, rpcrdma("perf server --device udp:203.0.113.9 --pcap " + file));

        assertTrue(err.toString().contains("EADDRNOTAVAIL"), err.toString());
        assertEquals("kept", Files.readString(file));
    }
}
