// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.rnic.roce.Opcodes;

class CaptureFormatsTest {
    private static final String SAMPLE = "nfs3";

    private final CaptureFile frames = CaptureFile.sample(SAMPLE);

    private static List<String> told(final byte[] file, final boolean withPlace) throws IOException {
        final Recorder recorder = new Recorder(withPlace);
        final CaptureCounts counts = CaptureFile.read(file, recorder);
        assertEquals(3308, counts.frames());
        assertEquals(3241, counts.rocePackets());
        assertEquals(0, counts.cutFrames());
        return recorder.lines;
    }

    @Test
    void shouldReadEveryFormatAlike() throws IOException {
        final List<String> expected = told(CaptureFile.plainSample(SAMPLE), true);
        assertEquals(
                488, expected.stream().filter(line -> line.contains(" send ")).count());
        assertEquals(expected, told(CaptureFile.compressedSample(SAMPLE), true));
        for (final ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            assertEquals(expected, told(frames.pcap(order, false), true));
            assertEquals(expected, told(frames.pcap(order, true), true));
            assertEquals(expected, told(frames.pcapng(order, 6), true));
            assertEquals(expected, told(frames.pcapng(order, 9), true));
        }
        assertEquals(told(CaptureFile.plainSample(SAMPLE), false), told(frames.simplePcapng(), false));
    }

    @Test
    void shouldReadSeveralGzipMembersAndSections() throws IOException {
        final int half = frames.frames.size() / 2;
        final CaptureFile first = new CaptureFile();
        first.frames.addAll(frames.frames.subList(0, half));
        final CaptureFile second = new CaptureFile();
        second.frames.addAll(frames.frames.subList(half, frames.frames.size()));
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(CaptureFile.gzip(first.pcapng(ByteOrder.BIG_ENDIAN, 9)));
        file.write(CaptureFile.gzip(second.pcapng(ByteOrder.LITTLE_ENDIAN, 6)));
        assertEquals(told(CaptureFile.plainSample(SAMPLE), true), told(file.toByteArray(), true));
    }

    @Test
    void shouldReadVlanTagsAndIpv6Alike() throws IOException {
        final CaptureFile tagged = new CaptureFile();
        final CaptureFile six = new CaptureFile();
        for (final CaptureFile.Frame frame : frames.frames) {
            tagged.frames.add(new CaptureFile.Frame(tagged(frame.bytes()), frame.nanos(), frame.original() + 8));
            final byte[] rewritten = isIpv4Udp(frame.bytes()) ? six(frame.bytes()) : frame.bytes();
            six.frames.add(new CaptureFile.Frame(rewritten, frame.nanos(), rewritten.length));
        }
        final List<String> expected = told(CaptureFile.plainSample(SAMPLE), false);
        assertEquals(expected, told(tagged.pcap(), false));
        assertEquals(expected, told(six.pcap(), false));
        assertTrue(told(six.pcap(), true).get(0).startsWith("2001:db8::a62:2>2001:db8::a62:1 "));
    }

    private static boolean isIpv4Udp(final byte[] frame) {
        return frame[12] == 8 && frame[13] == 0 && frame[23] == 17;
    }

    /** Adds an outer VLAN tag and an inner VLAN tag to a frame. */
    private static byte[] tagged(final byte[] frame) {
        return ByteBuffer.allocate(frame.length + 8)
                .put(frame, 0, 12)
                .putInt(0x88a80007)
                .putInt(0x81000008)
                .put(frame, 12, frame.length - 12)
                .array();
    }

    /**
     * Returns the frame's datagram in an IPv6 packet, after a hop-by-hop header and a destination options header.
     */
    private static byte[] six(final byte[] frame) {
        final int udp = frame.length - 34;
        final ByteBuffer six = ByteBuffer.allocate(14 + 40 + 8 + 16 + udp);
        six.put(frame, 0, 12).putShort((short) 0x86dd).putInt(0x60000000).putShort((short) (24 + udp));
        six.put((byte) 0).put((byte) 64);
        for (final int at : new int[] {26, 30}) {
            six.putInt(0x20010db8).putInt(0).putInt(0);
            six.putShort((short) (frame[at] << 8 | frame[at + 1]))
                    .putShort((short) (frame[at + 2] << 8 | frame[at + 3]));
        }
        six.put((byte) 60).put(new byte[7]).put((byte) 17).put((byte) 1).put(new byte[14]);
        return six.put(frame, 34, udp).array();
    }

    @Test
    void shouldCountFragmentsAndOtherTraffic() throws IOException {
        final byte[] fragment = Roce.frame(1, 2, Opcodes.SEND_ONLY, 5, 1, Roce.payload(8, 1));
        fragment[20] = 0x20;
        final byte[] otherPort = Roce.frame(1, 2, Opcodes.SEND_ONLY, 5, 1, Roce.payload(8, 1));
        otherPort[37]++;
        final byte[] contradicting = Roce.frame(1, 2, Opcodes.SEND_ONLY, 5, 1, Roce.payload(8, 1));
        contradicting[38] = 0x7f;
        final CaptureFile file = new CaptureFile()
                .add(fragment)
                .add(otherPort)
                .add(contradicting)
                .add(new byte[3]);
        final CaptureCounts counts = CaptureFile.read(file.pcap(), new Recorder(false));
        assertEquals(1, counts.fragments());
        assertEquals(2, counts.otherFrames());
        assertEquals(1, counts.malformedFrames());
        assertEquals(0, counts.rocePackets());
    }

    @Test
    void shouldCountSnappedPacketsAsCut() throws IOException {
        final int headers = 54;
        final byte[] whole = Roce.frame(1, 2, Opcodes.SEND_ONLY, 5, 1, Roce.payload(100, 1));
        final CaptureFile file = new CaptureFile().add(whole);
        for (int length = 60; length < whole.length - 4; length++) {
            final byte[] frame = Roce.frame(1, 2, Opcodes.SEND_ONLY, 5, length - 58, Roce.payload(100, 1));
            file.frames.add(new CaptureFile.Frame(java.util.Arrays.copyOf(frame, length), 0, whole.length));
        }
        final Recorder recorder = new Recorder(false);
        final CaptureCounts counts = CaptureFile.read(file.pcap(), recorder);
        assertEquals(whole.length - 4 - 60, counts.cutFrames());
        final int silent = headers + 28 - 60;
        assertEquals(silent, counts.incompleteSends(), "without a complete transport header nothing is reported");
        assertEquals(1 + counts.cutFrames() - silent, recorder.lines.size());
        assertFalse(counts.cutEnd());
    }

    @Test
    void shouldRefuseFilesThatAreNotCaptures(@TempDir final Path folder) {
        assertRefused("empty", new byte[0]);
        assertRefused("too short", new byte[] {(byte) 0xd4});
        assertRefused("0x6e6f2063", "no capture at all".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertRefused("a pcap file with a truncated header", java.util.Arrays.copyOf(frames.pcap(), 23));
        assertRefused("truncated section header", java.util.Arrays.copyOf(frames.pcapng(ByteOrder.BIG_ENDIAN, 6), 27));
        assertRefused("gzip file with a truncated header", new byte[] {0x1f, (byte) 0x8b, 8});
        final byte[] cooked = frames.pcap();
        cooked[20] = 105;
        assertRefused("unsupported link type 105 (IEEE 802.11); expected Ethernet (1), raw IP (12, 14, 101,", cooked);
        final CaptureListener nobody = message -> {};
        for (final Path file : List.of(folder, folder.resolve("missing"))) {
            final CaptureException e = assertThrows(CaptureException.class, () -> CaptureReader.read(file, nobody));
            assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
        }
    }

    private static void assertRefused(final String why, final byte[] file) {
        final CaptureException e =
                assertThrows(CaptureException.class, () -> CaptureFile.read(file, new Recorder(false)));
        assertTrue(
                e.getMessage().startsWith(CaptureFile.NAME + ": ")
                        && e.getMessage().contains(why),
                e.getMessage());
    }

    @Test
    void shouldReadAFile(@TempDir final Path folder) throws IOException {
        final Path file = Files.write(folder.resolve("a.pcap"), frames.pcap());
        final Recorder recorder = new Recorder(true);
        CaptureReader.read(file, recorder);
        assertEquals(told(frames.pcap(), true), recorder.lines);
    }
}
