// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.inspect.Capture.Frame;
import org.rpcrdma.testkit.Effort;

/**
 * Modifies captures without changing their meaning, and checks that decode's messages, explain's counts and lint's
 * findings stay the same. Truncated frames may at most make a connection incomplete.
 */
class ChangedCapturesTest {
    private static final List<String> CAPTURES = List.of("nfs3", "nfs41", "recall", "own-client");
    private static final int ETHERNET = 14;
    private static final int IP_LENGTH = 20;
    private static final int TRANSPORT = ETHERNET + IP_LENGTH + 8;
    private static final int ROCE_PORT = 4791;

    private static final Map<ByteBuffer, Reading> UNCHANGED = new HashMap<>();

    @TempDir
    private Path folder;

    private void assertSame(final String name, final Capture original, final byte[] changed, final String how)
            throws IOException {
        final Reading before = readBefore(original.file());
        final Reading after = Reading.of(folder, changed);
        assertEquals(before.messages(), after.messages(), () -> how + ": messages of " + name);
        assertEquals(before.findings(), after.findings(), () -> how + ": findings of " + name);
        assertEquals(before.counts(), after.counts(), () -> how + ": counts of " + name);
        assertEquals(before.isPartial(), after.isPartial(), () -> how + ": " + after.decoded() + after.linted());
        assertEquals(before.isGappy(), after.isGappy(), () -> how + ": gaps of " + name);
    }

    /** Reads an unmodified capture, which most tests share, only once. */
    private Reading readBefore(final byte[] file) throws IOException {
        final ByteBuffer contents = ByteBuffer.wrap(file);
        Reading before = UNCHANGED.get(contents);
        if (before == null) {
            before = Reading.of(folder, file);
            UNCHANGED.put(contents, before);
        }
        return before;
    }

    private static boolean isRoce(final byte[] frame) {
        return frame.length > TRANSPORT
                && frame[12] == 8
                && frame[13] == 0
                && frame[23] == 17
                && ByteBuffer.wrap(frame).getShort(36) == ROCE_PORT;
    }

    private static byte[] join(final byte[] first, final byte[] rest, final int from) {
        final byte[] joined = Arrays.copyOf(first, first.length + rest.length - from);
        System.arraycopy(rest, from, joined, first.length, rest.length - from);
        return joined;
    }

    private static byte[] hex(final String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    /** Inserts headers between the Ethernet addresses and the IP packet. */
    private static UnaryOperator<byte[]> tagged(final String digits) {
        return frame -> isRoce(frame) ? join(join(Arrays.copyOf(frame, 12), hex(digits), 0), frame, ETHERNET) : frame;
    }

    /** Inserts an IPv4 header for a protocol, and further headers, before part of the frame. */
    private static UnaryOperator<byte[]> tunneled(final int protocol, final String digits, final int from) {
        return frame -> {
            if (!isRoce(frame)) {
                return frame;
            }
            final byte[] inner = join(hex(digits), frame, from);
            final ByteBuffer outer = ByteBuffer.allocate(ETHERNET + IP_LENGTH + inner.length);
            outer.put(frame, 0, ETHERNET).put((byte) 0x45).put((byte) 0).putShort((short) (IP_LENGTH + inner.length));
            outer.putInt(0).put((byte) 64).put((byte) protocol).putShort((short) 0);
            return outer.putInt(0x0a090901).putInt(0x0a090902).put(inner).array();
        };
    }

    /** Wraps headers and the frame in a datagram for a UDP port. */
    private static UnaryOperator<byte[]> inUdp(final int port, final String digits) {
        return frame -> {
            final String udp = String.format("3039%04x%04x0000", port, 8 + digits.length() / 2 + frame.length);
            return tunneled(17, udp + digits, 0).apply(frame);
        };
    }

    /** Inserts an IPv6 header with a segment routing header in front of the IP packet. */
    private static byte[] segmentRouted(final byte[] frame) {
        if (!isRoce(frame)) {
            return frame;
        }
        final ByteBuffer outer = ByteBuffer.allocate(ETHERNET + 40 + 24 + frame.length - ETHERNET);
        outer.put(frame, 0, 12).putShort((short) 0x86dd).putInt(0x60000000);
        outer.putShort((short) (24 + frame.length - ETHERNET)).put((byte) 43).put((byte) 64);
        outer.put(new byte[32]).put((byte) 4).put((byte) 2).put((byte) 4).put(new byte[21]);
        return outer.put(frame, ETHERNET, frame.length - ETHERNET).array();
    }

    static Stream<Arguments> wrappings() {
        return Stream.of(
                Arguments.of("QinQ", tagged("88a80007 81000008 0800"), 1),
                Arguments.of("MPLS", tagged("8847 00010040 00011140"), 1),
                Arguments.of(
                        "PPPoE",
                        (UnaryOperator<byte[]>)
                                frame -> tagged(String.format("8864 1100 0007 %04x 0021", frame.length - ETHERNET + 2))
                                        .apply(frame),
                        1),
                Arguments.of(
                        "SNAP",
                        (UnaryOperator<byte[]>) frame -> tagged(String.format(
                                        "%04x aaaa03 000000 0800", Math.min(1500, frame.length - ETHERNET + 8)))
                                .apply(frame.length > 1500 ? new byte[0] : frame),
                        1),
                Arguments.of("GRE", tunneled(47, "00000800", ETHERNET), 1),
                Arguments.of("GRE with a key", tunneled(47, "30000800 00000007 00000001", ETHERNET), 1),
                Arguments.of("ERSPAN I", tunneled(47, "000088be", 0), 1),
                Arguments.of("ERSPAN II", tunneled(47, "100088be 00000001 10070801 00000000", 0), 1),
                Arguments.of("ERSPAN III", tunneled(47, "100022eb 00000001 20070801 00000000 00000000", 0), 1),
                Arguments.of("IP in IP", tunneled(4, "", ETHERNET), 1),
                Arguments.of("EtherIP", tunneled(97, "3000", 0), 1),
                Arguments.of("VXLAN", inUdp(4789, "0800000000000700"), 1),
                Arguments.of("GENEVE", inUdp(6081, "0140655800000700aabbccdd"), 1),
                Arguments.of("TZSP", inUdp(37008, "0100000101"), 1),
                Arguments.of(
                        "802.1ah",
                        (UnaryOperator<byte[]>) frame -> isRoce(frame)
                                ? join(join(Arrays.copyOf(frame, 12), hex("88e7 00000007"), 0), frame, 0)
                                : frame,
                        1),
                Arguments.of("SRv6", (UnaryOperator<byte[]>) ChangedCapturesTest::segmentRouted, 1),
                Arguments.of("raw IP 12", behind(""), 12),
                Arguments.of("raw IP 101", behind(""), 101),
                Arguments.of("BSD loopback", behind("02000000"), 0),
                Arguments.of("OpenBSD loopback", behind("00000002"), 108),
                Arguments.of("PPP", behind("ff030021"), 9),
                Arguments.of("Cisco HDLC", behind("0f000800"), 104),
                Arguments.of("Linux cooked 2", behind("0800 0000 00000003 0001 00 06 020a000000010000"), 276));
    }

    private static UnaryOperator<byte[]> behind(final String digits) {
        return frame -> frame[12] == 8 && frame[13] == 0 ? join(hex(digits), frame, ETHERNET) : hex("60");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrappings")
    void shouldReadTheSameAfterAnyHeaders(final String name, final UnaryOperator<byte[]> change, final int linkType)
            throws IOException {
        final Capture capture = Capture.read("recall");
        final Capture given = name.equals("SNAP") ? shortFrames(capture) : capture;
        final byte[] changed = given.each(change, linkType).file();
        assertSame("recall", given, changed, name);
    }

    private static Capture shortFrames(final Capture capture) {
        return new Capture(
                capture.frames().stream()
                        .filter(frame -> frame.bytes().length <= 1500)
                        .toList(),
                capture.linkType());
    }

    static Stream<Arguments> seeds() {
        return seeds(CAPTURES);
    }

    static Stream<Arguments> simulatedSeeds() {
        return seeds(List.of("store", "echo"));
    }

    private static Stream<Arguments> seeds(final List<String> names) {
        final String given = System.getProperty("seed", "");
        final long first = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        return names.stream()
                .flatMap(name -> Stream.iterate(first, seed -> seed + 1)
                        .limit(Effort.of(2, 20))
                        .map(seed -> Arguments.of(name, seed)));
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameInAnotherOrder(final String name, final long seed) throws IOException {
        assertSameInAnotherOrder(name, Capture.read(name), seed);
    }

    /**
     * Both sides are fast, so packets are reordered by more than the duration of a call, even during connection set-up.
     */
    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("simulatedSeeds")
    void shouldReadASimulationTheSameInAnotherOrder(final String workload, final long seed) throws IOException {
        assertSameInAnotherOrder(workload, Capture.simulated(folder, "--workload", workload), seed);
    }

    private void assertSameInAnotherOrder(final String name, final Capture capture, final long seed)
            throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        for (final int jitter : new int[] {5_000, 30_000, 200_000}) {
            final List<Frame> late = capture.frames().stream()
                    .map(frame -> new Frame(frame.bytes(), frame.nanos() + random.nextInt(jitter), frame.original()))
                    .toList();
            assertSame(name, capture, capture.sorted(late).file(), "jitter=" + jitter + " seed=" + seed);
        }
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameFromTwoTaps(final String name, final long seed) throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        final Capture capture = Capture.read(name);
        for (final UnaryOperator<byte[]> second :
                List.<UnaryOperator<byte[]>>of(UnaryOperator.identity(), tagged("81000007 0800"))) {
            final List<Frame> both = new ArrayList<>(capture.frames());
            for (final Frame frame : capture.frames()) {
                final byte[] bytes = second.apply(frame.bytes());
                both.add(new Frame(bytes, frame.nanos() + random.nextInt(100_000, 400_000), bytes.length));
            }
            assertSame(name, capture, capture.sorted(both).file(ByteOrder.BIG_ENDIAN, true), "taps seed=" + seed);
        }
    }

    /**
     * If two taps appear to be at one place, only the IPv4 identification distinguishes copies from retransmissions
     * reliably. The simulation does not set it.
     */
    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("simulatedSeeds")
    void shouldDistinguishCopiesOfTwoTapsFromWhatWasSentAgain(final String workload, final long seed)
            throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        final Capture capture = Capture.simulated(folder, "--workload", workload, "--loss", "0.02");
        final Reading before = Reading.of(folder, capture.file());
        for (final int late : new int[] {2_000, 20_000, 300_000}) {
            final List<Frame> both = new ArrayList<>(capture.frames());
            for (final Frame frame : capture.frames()) {
                both.add(
                        new Frame(frame.bytes(), frame.nanos() + random.nextInt(late, 5 * late / 4), frame.original()));
            }
            final Reading after = Reading.of(folder, capture.sorted(both).file());
            final String how = "late=" + late + " seed=" + seed;
            assertEquals(List.of(), before.messagesBeyond(after), how);
            assertEquals(List.of(), after.messagesBeyond(before), how);
            assertEquals(List.of(), after.findings(), how);
            assertEquals(before.sentAgain(), after.sentAgain(), 5 + before.sentAgain() / 4.0, how);
            assertTrue(after.copies() > capture.frames().size() * 9 / 10, () -> how + after.decoded());
        }
    }

    /**
     * A lost READ response, a NAK that crosses a packet, and a timeout each cause a whole series of packets to be
     * repeated.
     */
    @ParameterizedTest
    @CsvSource({"store, 0.01", "store, 0.02", "store, 0.05", "echo, 0.01", "echo, 0.03", "echo, 0.05"})
    void shouldTakeNothingThatWasSentAgainForACopy(final String workload, final String loss) throws IOException {
        int sentAgain = 0;
        for (int seed = 1; seed <= Effort.of(5, 20); seed++) {
            final Capture capture =
                    Capture.simulated(folder, "--workload", workload, "--loss", loss, "--seed", Integer.toString(seed));
            final Reading reading = Reading.of(folder, capture.file());
            sentAgain += reading.sentAgain();
            assertEquals(0, reading.copies(), "seed=" + seed);
        }
        assertTrue(sentAgain > 0);
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameInFragments(final String name, final long seed) throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        final Capture capture = Capture.read(name);
        final List<Frame> fragments = new ArrayList<>();
        for (final Frame frame : capture.frames()) {
            if (isRoce(frame.bytes())) {
                fragments.addAll(fragments(frame, 8 * random.nextInt(20, 150), fragments.size()));
            } else {
                fragments.add(frame);
            }
        }
        assertSame(
                name,
                capture,
                new Capture(fragments, capture.linkType()).file(ByteOrder.LITTLE_ENDIAN, false),
                "fragments seed=" + seed);
    }

    private static List<Frame> fragments(final Frame frame, final int size, final int identification) {
        final List<Frame> fragments = new ArrayList<>();
        final int headers = ETHERNET + IP_LENGTH;
        final int length = frame.bytes().length - headers;
        for (int at = 0; at < length; at += size) {
            final int bytes = Math.min(size, length - at);
            final ByteBuffer fragment = ByteBuffer.allocate(headers + bytes);
            fragment.put(frame.bytes(), 0, headers).put(frame.bytes(), headers + at, bytes);
            fragment.putShort(16, (short) (IP_LENGTH + bytes)).putShort(18, (short) identification);
            fragment.putShort(20, (short) (at / 8 | (at + bytes < length ? 0x2000 : 0)));
            fragments.add(new Frame(fragment.array(), frame.nanos(), headers + bytes));
        }
        return fragments;
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameInSegmentedDatagrams(final String name, final long seed) throws IOException {
        final Capture capture = Capture.read(name);
        final List<Frame> joined = segmented(capture);
        assertTrue(joined.size() < capture.frames().size() || name.equals("recall"), "some were joined");
        assertSame(name, capture, new Capture(joined, capture.linkType()).file(), "segments seed=" + seed);
    }

    /** A host captures segmented datagrams, while a switch captures the individual packets. */
    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameFromTapsWithAndWithoutSegmentedDatagrams(final String name, final long seed)
            throws IOException {
        final SplittableRandom random = new SplittableRandom(seed);
        final Capture capture = Capture.read(name);
        final List<Frame> both = new ArrayList<>(capture.frames());
        for (final Frame frame : segmented(capture)) {
            both.add(new Frame(frame.bytes(), frame.nanos() + random.nextInt(20_000, 40_000), frame.original()));
        }
        assertSame(name, capture, capture.sorted(both).file(), "segmented at one tap, seed=" + seed);
    }

    /** Joins consecutive packets that have the same direction and length. */
    private static List<Frame> segmented(final Capture capture) {
        final List<Frame> joined = new ArrayList<>();
        for (final Frame frame : capture.frames()) {
            final Frame last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null
                    && isRoce(frame.bytes())
                    && isRoce(last.bytes())
                    && isSegment(last.bytes(), frame.bytes())) {
                joined.set(joined.size() - 1, new Frame(segmented(last.bytes(), frame.bytes()), last.nanos(), 0));
            } else {
                joined.add(frame);
            }
        }
        return joined.stream()
                .map(frame -> new Frame(frame.bytes(), frame.nanos(), frame.bytes().length))
                .toList();
    }

    /** Returns true if a packet follows the frame's packet in the same direction and has the same length. */
    private static boolean isSegment(final byte[] first, final byte[] next) {
        final int length = next.length - TRANSPORT;
        return (first.length - TRANSPORT) % length == 0
                && first.length + length < 60_000
                && Arrays.equals(first, 0, 12, next, 0, 12)
                && Arrays.equals(first, 26, 38, next, 26, 38)
                && Arrays.equals(first, TRANSPORT + 2, TRANSPORT + 8, next, TRANSPORT + 2, TRANSPORT + 8)
                && isRequest(first) == isRequest(next)
                && number(next, TRANSPORT) == number(first, first.length - length) + 1
                && (first[TRANSPORT] & 0xff) < 0x60
                && (first.length - TRANSPORT == length || lengthIsTold(first, length));
    }

    private static int number(final byte[] frame, final int packet) {
        return ByteBuffer.wrap(frame).getInt(packet + 8) & 0xff_ffff;
    }

    private static boolean isRequest(final byte[] frame) {
        return frame[TRANSPORT] < 13 || frame[TRANSPORT] > 18;
    }

    /** Returns true if the first packet in a datagram is as long as the next one. */
    private static boolean lengthIsTold(final byte[] first, final int length) {
        return first.length >= TRANSPORT + 2 * length
                && Arrays.equals(
                        first, TRANSPORT + 2, TRANSPORT + 8, first, TRANSPORT + length + 2, TRANSPORT + length + 8);
    }

    private static byte[] segmented(final byte[] first, final byte[] next) {
        final byte[] both = join(first, next, TRANSPORT);
        ByteBuffer.wrap(both).putShort(16, (short) (both.length - ETHERNET)).putShort(38, (short)
                (both.length - ETHERNET - IP_LENGTH));
        return both;
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadTheSameInOtherFiles(final String name, final long seed) throws IOException {
        final Capture capture = Capture.read(name);
        assertSame(name, capture, capture.file(ByteOrder.BIG_ENDIAN, false), "big-endian, microseconds");
        final ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write(capture.file());
        }
        assertSame(name, capture, zipped.toByteArray(), "gzip");
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReadHeadersInFrontOfACut(final String name, final long seed) throws IOException {
        final Capture capture = Capture.read(name);
        final Reading before = Reading.of(folder, capture.file());
        final Capture cut = new Capture(
                capture.frames().stream()
                        .map(frame -> new Frame(
                                Arrays.copyOf(frame.bytes(), Math.min(256, frame.bytes().length)),
                                frame.nanos(),
                                frame.original()))
                        .toList(),
                capture.linkType());
        final Reading after = Reading.of(folder, cut.file());
        assertEquals(List.of(), after.findingsBeyond(before));
        assertTrue(after.messages().size() > before.messages().size() * 9 / 10, after::decoded);
        assertTrue(after.isPartialForAll(), () -> after.decoded() + after.linted());
    }
}
