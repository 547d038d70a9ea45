// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.bench.CaptureCommand.replay;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.CaptureSettings;
import org.rpcrdma.bench.load.CaptureWorkload;
import org.rpcrdma.bench.load.ServiceRun;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.trace.CombinedTap;
import org.rpcrdma.bench.trace.FrameTap;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

class CaptureCommandTest extends CommandTest {
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int IP = 14;

    @TempDir
    private Path folder;

    private Path capture(final String... options) {
        final Path file = folder.resolve("out.pcap");
        final List<String> arguments = new ArrayList<>(List.of("capture", "--out", file.toString()));
        arguments.addAll(List.of(options));
        assertEquals(ExitCode.DONE, rpcrdma(arguments.toArray(String[]::new)), err::toString);
        return file;
    }

    private static String hex(final CapturedMessage message) {
        final StringBuilder bytes = new StringBuilder(message.source()).append(' ');
        for (int i = 0; i < message.length(); i++) {
            bytes.append(Integer.toHexString(message.buffer().getByte(message.offset() + i) & 0xff | 0x100), 1, 3);
        }
        return bytes.toString();
    }

    /** Compares the contents of a file with the messages that the endpoints sent. */
    private static final class Comparison implements CaptureListener {
        final List<String> sends = new ArrayList<>();
        private final RpcRdmaHeader header = new RpcRdmaHeader();
        long writeBytes;
        long readBytes;
        int readLists;
        int writeLists;
        int replyChunks;
        int noMessages;
        int invalidations;

        @Override
        public void onSend(final CapturedMessage message) {
            sends.add(hex(message));
            assertEquals(HeaderStatus.VALID, header.wrap(message.buffer(), message.offset(), message.length()));
            readLists += header.readSegmentCount() > 0 ? 1 : 0;
            writeLists += header.writeChunkCount() > 0 ? 1 : 0;
            replyChunks += header.hasReplyChunk() ? 1 : 0;
            noMessages += header.procedure() == RpcRdmaHeader.RDMA_NOMSG ? 1 : 0;
            invalidations += message.invalidates() ? 1 : 0;
        }

        @Override
        public void onRdmaWrite(final CapturedMessage message) {
            writeBytes += message.length();
        }

        @Override
        public void onRdmaRead(final CapturedMessage message) {
            readBytes += message.length();
        }
    }

    @ParameterizedTest
    @CsvSource({"ECHO, 1", "ECHO, 3", "STORE, 1", "STORE, 3"})
    void shouldBeDecodedAsWhatTheEndpointsSent(final CaptureWorkload workload, final int connections)
            throws IOException {
        final Sent sent = new Sent();
        final Path file = folder.resolve("sent.pcap");
        try (CaptureWriter writer = new CaptureWriter(channel(file))) {
            final TapFactory frames = (run, simulation) -> new FrameTap(writer, simulation);
            final TapFactory both = CombinedTap.of(frames, (run, simulation) -> sent);
            assertEquals(
                    0, new ServiceRun(new CaptureSettings(workload, connections, 200, 0, 7), both).run(done -> {}));
        }
        final Comparison comparison = compare(file, sent);
        assertTrue(comparison.readLists > 0 && comparison.writeLists > 0, "reads and writes");
        assertTrue(comparison.replyChunks > 0 && comparison.noMessages > 0, "reply chunks");
        assertEquals(workload == CaptureWorkload.STORE, comparison.invalidations > 0, "remote invalidation of one key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio"})
    void shouldBeDecodedAsWhatAReplaySent(final String name) throws IOException {
        final Sent sent = new Sent();
        final Path file = folder.resolve("sent.pcap");
        try (CaptureWriter writer = new CaptureWriter(channel(file))) {
            final TapFactory frames = (run, simulation) -> new FrameTap(writer, simulation);
            final TapFactory both = CombinedTap.of(frames, (run, simulation) -> sent);
            final CaptureSettings options = new CaptureSettings(CaptureWorkload.REPLAY, 2, 1, 0, 7);
            assertEquals(0, replay(options, BundledCaptures.read(name), both).run(done -> {}));
        }
        compare(file, sent);
    }

    private static FileChannel channel(final Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static Comparison compare(final Path file, final Sent sent) throws IOException {
        final Comparison comparison = new Comparison();
        final CaptureCounts counts = CaptureReader.read(file, comparison);
        assertEquals(sent.packets + sent.messages, counts.frames());
        assertEquals(counts.frames(), counts.rocePackets());
        assertEquals(
                0, counts.gaps() + counts.incompleteSends() + counts.unmatchedPackets() + counts.malformedFrames());
        assertEquals(ofEachHost(sent.sends), ofEachHost(comparison.sends));
        assertEquals(sent.writeBytes, comparison.writeBytes);
        assertEquals(sent.readBytes, comparison.readBytes);
        return comparison;
    }

    /** Returns the Sends grouped by host, in each host's order, because hosts send concurrently. */
    private static List<String> ofEachHost(final List<String> sends) {
        final List<String> sorted = new ArrayList<>(sends);
        sorted.sort(
                (one, other) -> one.substring(0, one.indexOf(' ')).compareTo(other.substring(0, other.indexOf(' '))));
        return sorted;
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "store", "replay"})
    void shouldGiveEveryFrameARightCrc(final String workload) throws IOException {
        final ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(capture("--workload", workload)))
                .order(ByteOrder.LITTLE_ENDIAN);
        int frames = 0;
        int at = FILE_HEADER;
        while (at < file.capacity()) {
            final int length = file.getInt(at + 8);
            final byte[] packet =
                    Arrays.copyOfRange(file.array(), at + RECORD_HEADER + IP, at + RECORD_HEADER + length - 4);
            assertEquals(file.getInt(at + RECORD_HEADER + length - 4), icrc(packet), "frame " + frames);
            assertEquals(0xffff, checksum(packet), "IP header of frame " + frames);
            frames++;
            at += RECORD_HEADER + length;
        }
        assertTrue(frames > 500, "frames=" + frames);
    }

    /** Computes the invariant CRC independently of the project, from the specification (InfiniBand, annex A17.3.3). */
    private static int icrc(final byte[] packet) {
        final byte[] masked = packet.clone();
        for (final int changing : new int[] {1, 8, 10, 11, 26, 27, 32}) {
            masked[changing] = (byte) 0xff;
        }
        final CRC32 crc = new CRC32();
        crc.update(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
        crc.update(masked);
        return (int) crc.getValue();
    }

    /** Returns the sum of the IPv4 header's words. All of its bits are set if the checksum is correct. */
    private static int checksum(final byte[] packet) {
        int sum = 0;
        for (int i = 0; i < 20; i += 2) {
            sum += (packet[i] & 0xff) << 8 | packet[i + 1] & 0xff;
        }
        return (sum & 0xffff) + (sum >> 16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo", "store"})
    void shouldShowPacketsAgainThatAreSentAgain(final String workload) throws Exception {
        final Path file = capture("--workload", workload, "--loss", "0.02");
        final List<Integer> first = new ArrayList<>();
        final CaptureCounts counts = CaptureReader.read(file, message -> {
            if (!message.retransmitted()) {
                first.add(message.packetSequenceNumber());
            }
        });
        assertTrue(counts.retransmittedPackets() > 0, "retransmitted=" + counts.retransmittedPackets());
        assertEquals(200, first.size());
        assertEquals(0, counts.malformedFrames());
        if (hasTshark()) {
            assertEquals(List.of(), tshark(file, "-Y", "_ws.malformed || _ws.expert.severity >= error"));
            assertTrue(
                    !tshark(file, "-Y", "infiniband.aeth.syndrome.opcode == 3").isEmpty(), "a NAK of what is missing");
        }
    }

    /** A READ is retransmitted, and its key is invalid when the retransmission arrives. */
    @ParameterizedTest
    @CsvSource({"0.02, 5", "0.05, 8", "0.1, 4"})
    void shouldEndNoConnectionForLostPackets(final String loss, final String seed) {
        capture("--workload", "store", "--loss", loss, "--seed", seed, "--connections", "2", "--rpcs", "200");
    }

    @Test
    void shouldWriteTheSameBytesForTheSameSeed() throws IOException {
        final byte[] one = Files.readAllBytes(capture("--workload", "store", "--seed", "5", "--rpcs", "40"));
        final byte[] again = Files.readAllBytes(capture("--workload", "store", "--seed", "5", "--rpcs", "40"));
        final byte[] other = Files.readAllBytes(capture("--workload", "store", "--seed", "6", "--rpcs", "40"));
        assertArrayEquals(one, again);
        assertTrue(!Arrays.equals(one, other), "the seed decides");
        assertTrue(err.toString().contains("of 40 RPCs on 1 connections"), err.toString());
    }

    @Test
    void shouldRefuseWhatCannotBeRunInOneLine() {
        final String file = folder.resolve("x.pcap").toString();
        refuses("--workload", "nothing", "--out", file);
        refuses("--workload", "echo", "--out", file, "--rpcs", "0");
        refuses("--workload", "echo", "--out", folder.toString());
        refuses("--workload", "echo", "--out", folder.resolve("no/x.pcap") + "");
        refuses("--out", file);
        refuses("--workload", "echo", "--out", file, "--loss", "0.3");
        refuses("--workload", "replay", "--out", file, "--loss", "0.1");
    }

    private void refuses(final String... options) {
        assertEquals(ExitCode.UNUSABLE, rpcrdma(List.of("capture"), options));
        assertOneLine("rpcrdma: ");
    }

    @Test
    void shouldReportInOneLineThatTheDiskIsFull() {
        assumeTrue(new File("/dev/full").exists(), "no /dev/full here: a full disk is not tested");
        assertEquals(ExitCode.FAILED, rpcrdma("capture", "--workload", "echo", "--out", "/dev/full"));
        assertOneLine("/dev/full");
    }

    /** Returns rows of Wireshark's output for a capture file. */
    private static List<String> tshark(final Path file, final String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        command.addAll(List.of(options));
        final Path rows = file.resolveSibling("rows");
        final Process process = new ProcessBuilder(command)
                .redirectOutput(rows.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), "tshark does not end");
        assertEquals(0, process.exitValue(), () -> "tshark " + String.join(" ", options));
        return Files.readAllLines(rows, StandardCharsets.UTF_8);
    }

    private static boolean hasTshark() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "tshark")));
    }

    /**
     * Disables the NFS dissector. It reports a READ with data in a Write chunk as malformed, even in Linux's traffic.
     */
    @Tag("long")
    @ParameterizedTest
    @CsvSource({"echo, 200", "store, 200", "replay, 486"})
    void shouldBeReadByWireshark(final String workload, final int messages) throws Exception {
        assumeTrue(hasTshark(), "tshark is not installed: Wireshark's reading of the capture is not tested");
        final Path file = capture("--workload", workload);
        final String[] noNfs = {"--disable-protocol", "nfs"};
        final List<String> bad =
                tshark(file, noNfs[0], noNfs[1], "-Y", "_ws.malformed || _ws.expert.severity >= error");
        assertEquals(List.of(), bad);
        final String fields = "-Y rpcordma.xid -T fields -e frame.number -e rpcordma.xid";
        final List<String> xids = tshark(file, with(noNfs, fields.split(" ")));
        assertEquals(messages, xids.size());

        final List<String> ours = new ArrayList<>();
        final RpcRdmaHeader header = new RpcRdmaHeader();
        CaptureReader.read(file, message -> {
            header.wrap(message.buffer(), message.offset(), message.length());
            ours.add(message.frameNumber() + "\t" + String.format("0x%08x", header.xid()));
        });
        assertEquals(xids, ours);
        final List<String> connection =
                tshark(file, "-Y", "infiniband.mad", "-T", "fields", "-e", "infiniband.mad.attributeid");
        assertEquals(
                List.of("0x0010", "0x0013", "0x0014", "0x0015", "0x0016"),
                connection.stream().map(String::trim).toList());
    }
}
