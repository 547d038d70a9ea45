// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.capture.frame.LinkTypes;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * Tests the frames of a sample after their headers have been replaced by headers of other link types. The reader must
 * report the same messages as for the sample.
 */
class LinkTypesTest {
    private static final String SAMPLE = "nfs3";
    private static final int TRANSPORT = 42;
    private static final int GLOBAL_ROUTE = 40;

    static Stream<Arguments> links() {
        return Stream.of(
                link("raw-ip", LinkTypes.RAW_IP, LinkTypesTest::rawIp),
                link("raw-ipv4", LinkTypes.RAW_IPV4, LinkTypesTest::rawIp),
                link("cooked", LinkTypes.LINUX_COOKED, LinkTypesTest::cooked),
                link("cooked2", LinkTypes.LINUX_COOKED_2, LinkTypesTest::cooked2),
                link("cooked-vlan", LinkTypes.LINUX_COOKED, LinkTypesTest::cookedWithVlan),
                link("erf-ethernet", LinkTypes.ERF, frame -> erf(2, new byte[2], frame)),
                link("erf-infiniband", LinkTypes.ERF, frame -> erf(21, new byte[0], infiniband(frame, false))),
                link("erf-global", LinkTypes.ERF, frame -> erf(21, new byte[0], infiniband(frame, true))),
                link("infiniband", LinkTypes.INFINIBAND, frame -> infiniband(frame, false)),
                link("infiniband-global", LinkTypes.INFINIBAND, frame -> infiniband(frame, true)),
                link("roce-1", LinkTypes.ETHERNET, LinkTypesTest::roce1));
    }

    /** Wireshark has no name for link type 247. */
    static Stream<Arguments> linksOfWireshark() {
        return links().filter(link -> !link.get()[1].equals(LinkTypes.INFINIBAND));
    }

    private static Arguments link(final String name, final int type, final UnaryOperator<byte[]> change) {
        return Arguments.of(name, type, change);
    }

    private static byte[] rawIp(final byte[] frame) {
        return Arrays.copyOfRange(frame, 14, frame.length);
    }

    private static byte[] cooked(final byte[] frame) {
        return ByteBuffer.allocate(16 + frame.length - 14)
                .putShort((short) 4)
                .putShort((short) 1)
                .putShort((short) 6)
                .put(frame, 6, 6)
                .putShort((short) 0)
                .put(frame, 12, frame.length - 12)
                .array();
    }

    private static byte[] cookedWithVlan(final byte[] frame) {
        final byte[] cooked = cooked(frame);
        return ByteBuffer.allocate(cooked.length + 4)
                .put(cooked, 0, 14)
                .putInt(0x81000007)
                .put(cooked, 14, cooked.length - 14)
                .array();
    }

    private static byte[] cooked2(final byte[] frame) {
        return ByteBuffer.allocate(20 + frame.length - 14)
                .put(frame, 12, 2)
                .putShort((short) 0)
                .putInt(3)
                .putShort((short) 1)
                .put((byte) 4)
                .put((byte) 6)
                .put(frame, 6, 6)
                .putShort((short) 0)
                .put(frame, 14, frame.length - 14)
                .array();
    }

    /** Returns a record with two additional headers. */
    private static byte[] erf(final int type, final byte[] pad, final byte[] packet) {
        final int length = 16 + 16 + pad.length + packet.length;
        return ByteBuffer.allocate(length)
                .putLong(0)
                .put((byte) (type | 0x80))
                .put((byte) 4)
                .putShort((short) length)
                .putShort((short) 0)
                .putShort((short) packet.length)
                .putLong(0x8400_0000_0000_0000L)
                .putLong(0x0500_0000_0000_0000L)
                .put(pad)
                .put(packet)
                .array();
    }

    private static boolean isRoce(final byte[] frame) {
        return frame.length > TRANSPORT
                && frame[12] == 8
                && frame[13] == 0
                && frame[23] == 17
                && (frame[36] & 0xff) == 4791 >> 8
                && (frame[37] & 0xff) == (4791 & 0xff);
    }

    private static byte[] infiniband(final byte[] frame, final boolean isGlobal) {
        if (!isRoce(frame)) {
            return new byte[20];
        }
        final int transport = frame.length - TRANSPORT;
        final int routed = isGlobal ? GLOBAL_ROUTE : 0;
        final ByteBuffer packet = ByteBuffer.allocate(8 + routed + transport + 2);
        packet.put((byte) 0).put((byte) (isGlobal ? 3 : 2)).putShort(frame[33]);
        packet.putShort((short) ((8 + routed + transport) / 4)).putShort(frame[29]);
        if (isGlobal) {
            packet.put(globalRoute(frame));
        }
        return packet.put(frame, TRANSPORT, transport).array();
    }

    private static byte[] globalRoute(final byte[] frame) {
        final ByteBuffer route = ByteBuffer.allocate(GLOBAL_ROUTE);
        route.putInt(0x60000000)
                .putShort((short) (frame.length - TRANSPORT))
                .put((byte) 0x1b)
                .put((byte) 64);
        for (final int at : new int[] {26, 30}) {
            route.putLong(0xfe80_0000_0000_0000L).putInt(0).put(frame, at, 4);
        }
        return route.array();
    }

    private static byte[] roce1(final byte[] frame) {
        if (!isRoce(frame)) {
            return frame;
        }
        return ByteBuffer.allocate(14 + GLOBAL_ROUTE + frame.length - TRANSPORT)
                .put(frame, 0, 12)
                .putShort((short) 0x8915)
                .put(globalRoute(frame))
                .put(frame, TRANSPORT, frame.length - TRANSPORT)
                .array();
    }

    private static byte[] changed(final int linkType, final UnaryOperator<byte[]> change) {
        final CaptureFile file = new CaptureFile();
        for (final CaptureFile.Frame frame : CaptureFile.sample(SAMPLE).frames) {
            final byte[] bytes = change.apply(frame.bytes());
            file.frames.add(new CaptureFile.Frame(bytes, frame.nanos(), bytes.length));
        }
        final byte[] capture = file.pcap();
        capture[20] = (byte) linkType;
        capture[21] = (byte) (linkType >> 8);
        return capture;
    }

    private static List<String> told(final byte[] file) throws IOException {
        final Recorder recorder = new Recorder(false);
        final CaptureCounts counts = CaptureFile.read(file, recorder);
        assertEquals(3308, counts.frames());
        assertEquals(3241, counts.rocePackets());
        return recorder.lines;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("links")
    void shouldReadTheSamePacketsAfterEveryLinkHeader(
            final String name, final int linkType, final UnaryOperator<byte[]> change) throws IOException {
        assertEquals(told(CaptureFile.plainSample(SAMPLE)), told(changed(linkType, change)));
    }

    /** Wireshark must interpret the captures of this test as intended. */
    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("linksOfWireshark")
    void shouldReadWhatWiresharkReads(
            final String name, final int linkType, final UnaryOperator<byte[]> change, @TempDir final Path folder)
            throws IOException, InterruptedException {
        assumeTrue(isTsharkHere(), "no tshark here");
        final Path file = Files.write(folder.resolve(name + ".pcap"), changed(linkType, change));
        final Path rows = folder.resolve("rows");
        final Process tshark = new ProcessBuilder(
                        "tshark",
                        "-r",
                        file.toString(),
                        "-Y",
                        "infiniband.bth",
                        "-T",
                        "fields",
                        "-e",
                        "frame.number",
                        "-e",
                        "infiniband.bth.opcode",
                        "-e",
                        "infiniband.bth.psn")
                .redirectOutput(rows.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertTrue(tshark.waitFor(60, TimeUnit.SECONDS) && tshark.exitValue() == 0);
        assertEquals(3241, Files.readAllLines(rows).size());
        final List<String> sends = Files.readAllLines(rows).stream()
                .map(row -> row.split("\t"))
                .filter(row -> Integer.parseInt(row[1]) == Opcodes.SEND_ONLY)
                .map(row -> row[0])
                .toList();
        final List<String> own = told(Files.readAllBytes(file)).stream()
                .filter(line -> line.startsWith("send ") && line.contains(" opcode=" + Opcodes.SEND_ONLY + " "))
                .map(line -> line.replaceFirst(".*? frame=(\\d+) .*", "$1"))
                .toList();
        assertEquals(sends, own);
    }

    private static boolean isTsharkHere() {
        try {
            return new ProcessBuilder("tshark", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (final IOException e) {
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Records of type 1 contain POS frames. */
    @Test
    void shouldReportThatErfRecordsOfAnotherLinkAreNotRead() throws IOException {
        final CaptureCounts counts =
                CaptureFile.read(changed(LinkTypes.ERF, frame -> erf(1, new byte[0], frame)), new Recorder(false));
        assertEquals(counts.frames() + " with an unsupported link type", counts.skipped());
        assertTrue(counts.isRdmaSkipped());
    }

    @Test
    void shouldFormatLocalAndGlobalIdentifiers() throws IOException {
        for (final boolean isGlobal : new boolean[] {false, true}) {
            final Recorder recorder = new Recorder(true);
            CaptureFile.read(changed(LinkTypes.INFINIBAND, frame -> infiniband(frame, isGlobal)), recorder);
            assertTrue(
                    recorder.lines.get(0).startsWith(isGlobal ? "fe80::a62:2>fe80::a62:1 " : "LID-2>LID-1 "),
                    recorder.lines.get(0));
        }
    }

    /** However a frame is truncated or damaged, reading it must not throw an exception. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("links")
    void shouldTrustNothingInAFrame(final String name, final int linkType, final UnaryOperator<byte[]> change)
            throws IOException {
        final SplittableRandom random = new SplittableRandom(7);
        final CaptureFile file = new CaptureFile();
        for (final CaptureFile.Frame frame : CaptureFile.sample(SAMPLE).frames.subList(40, 200)) {
            final byte[] bytes = change.apply(frame.bytes());
            for (int i = 0; i < 20; i++) {
                final byte[] damaged = Arrays.copyOf(bytes, random.nextInt(Math.min(bytes.length, 200) + 1));
                for (int j = 0; j < i && damaged.length > 0; j++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                file.frames.add(new CaptureFile.Frame(damaged, frame.nanos(), bytes.length));
            }
        }
        final byte[] capture = file.pcap();
        capture[20] = (byte) linkType;
        capture[21] = (byte) (linkType >> 8);
        assertEquals(3200, CaptureFile.read(capture, new Recorder(true)).frames());
    }
}
