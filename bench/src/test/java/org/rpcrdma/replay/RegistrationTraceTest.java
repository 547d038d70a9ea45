// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.verbs.Access;

/**
 * Compares traces with numbers that were counted by hand in the captures' answer keys: the handles, lengths and offsets
 * in the rows of the calls.
 */
class RegistrationTraceTest {
    private static final int WRITTEN_BY_PEER = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    @ParameterizedTest
    @CsvSource({
        "nfs3, 152, 3435824, 8, 8, 8, 8636932000",
        "nfs41, 71, 2516748, 8, 8, 8, 27161850000",
        "nfs42fio, 773, 4224196, 414, 31, 30, 6108629000"
    })
    void shouldHoldEverySegmentOfACapture(
            final String name,
            final int count,
            final long bytes,
            final long reads,
            final long indexes,
            final int atOnce,
            final long duration)
            throws IOException {
        final RegistrationTrace trace = read(name);
        final List<CapturedRegistration> all = trace.registrations();
        assertEquals(count, all.size());
        assertEquals(bytes, all.stream().mapToLong(CapturedRegistration::length).sum());
        assertEquals(
                reads,
                all.stream()
                        .filter(registration -> registration.access() == Access.REMOTE_READ)
                        .count());
        assertTrue(all.stream()
                .allMatch(registration ->
                        registration.access() == Access.REMOTE_READ || registration.access() == WRITTEN_BY_PEER));
        assertEquals(
                count, all.stream().map(CapturedRegistration::key).distinct().count());
        assertEquals(
                indexes,
                all.stream()
                        .map(registration -> registration.key() >>> 8)
                        .distinct()
                        .count());
        assertEquals(atOnce, trace.mostAtOnce());
        assertEquals(duration, trace.durationNanos());
        assertEquals(0, trace.leftOut());
    }

    @Test
    void shouldCountThePagesThatSegmentsTouch() throws IOException {
        assertEquals(Map.of(1, 90L, 7, 44L, 16, 3L, 32, 15L), pages("nfs3"));
        assertEquals(Map.of(1, 4L, 2, 49L, 16, 3L, 32, 15L), pages("nfs41"));
        assertEquals(Map.of(1, 512L, 2, 261L), pages("nfs42fio"));
        assertEquals(1, new CapturedRegistration(0, 0, 4095, 1, 0, 0).pages());
        assertEquals(2, new CapturedRegistration(0, 0, 4095, 2, 0, 0).pages());
    }

    @Test
    void shouldBeginAtZeroAndContinueInTime() throws IOException {
        final List<CapturedRegistration> all = read("nfs42fio").registrations();
        long before = 0;
        for (final CapturedRegistration registration : all) {
            assertTrue(registration.beginNanos() >= before);
            assertTrue(registration.endNanos() > registration.beginNanos());
            before = registration.beginNanos();
        }
        assertEquals(0, all.get(0).beginNanos());
    }

    @Test
    void shouldEndWhatACutCaptureDoesNotAnswerWithTheCapture() throws IOException {
        final byte[] whole = WorkloadTest.uncompressed("nfs42fio");
        int unanswered = 0;
        int most = 0;
        for (int length = 24; length < whole.length; length += 40_009) {
            final RegistrationTrace trace =
                    RegistrationTrace.read(Path.of("cut"), new ByteArrayInputStream(whole, 0, length));
            final long end = trace.durationNanos();
            for (final CapturedRegistration registration : trace.registrations()) {
                assertTrue(registration.beginNanos() >= 0 && registration.endNanos() <= end);
                assertTrue(registration.endNanos() >= registration.beginNanos());
                unanswered += registration.endNanos() == end ? 1 : 0;
            }
            assertTrue(trace.registrations().size() >= most, "a longer capture holds no fewer registrations");
            most = trace.registrations().size();
        }
        assertTrue(unanswered > 50 && most > 700, "unanswered=" + unanswered + " most=" + most);
    }

    @ParameterizedTest
    @CsvSource({"0", "4194305", "-1"})
    void shouldLeaveOutCallsWhoseSegmentsCannotBe(final int length) throws IOException {
        final byte[] capture = WorkloadTest.uncompressed("nfs3");
        final CapturedRegistration first = read("nfs3").registrations().get(0);
        final ByteBuffer bytes = ByteBuffer.wrap(capture);
        int place = 0;
        while (bytes.getInt(place) != first.key() || bytes.getInt(place + 4) != first.length()) {
            place++;
        }
        bytes.putInt(place + 4, length);
        final RegistrationTrace trace = RegistrationTrace.read(Path.of("changed"), new ByteArrayInputStream(capture));
        assertEquals(1, trace.leftOut());
        assertEquals(149, trace.registrations().size(), "the first call has three segments");
        assertTrue(trace.registrations().stream().noneMatch(registration -> registration.key() == first.key()));
    }

    @Test
    void shouldNotCountARetransmittedCallAgain() throws IOException {
        final byte[] capture = WorkloadTest.uncompressed("nfs3");
        final int call = record(capture, 111);
        final int length = Integer.reverseBytes(ByteBuffer.wrap(capture).getInt(call + 8)) + 16;
        final byte[] longer = Arrays.copyOf(capture, capture.length + length);
        System.arraycopy(capture, call, longer, capture.length, length);
        final RegistrationTrace trace = RegistrationTrace.read(Path.of("longer"), new ByteArrayInputStream(longer));
        final long copies = trace.counts().copies();
        assertEquals(read("nfs3").capturedMessages() + 1, trace.capturedMessages() + copies);
        assertEquals(read("nfs3").registrations(), trace.registrations());
    }

    @Test
    void shouldNotCountACallWhoseXidIsOpenAlready() throws IOException {
        final byte[] capture = WorkloadTest.uncompressed("nfs3");
        final ByteBuffer bytes = ByteBuffer.wrap(capture);
        int place = record(capture, 112);
        while (bytes.getInt(place) != 0xd3d9aa42) {
            place++;
        }
        bytes.putInt(place, 0xd2d9aa42);
        final RegistrationTrace trace = RegistrationTrace.read(Path.of("changed"), new ByteArrayInputStream(capture));
        assertEquals(148, trace.registrations().size(), "frame 112 names four segments");
    }

    @Test
    void shouldNotGoBackInTime() throws IOException {
        final byte[] capture = WorkloadTest.uncompressed("nfs3");
        for (int frame = 2; frame < 5000; frame += 2) {
            ByteBuffer.wrap(capture).putInt(record(capture, frame), 0);
        }
        final RegistrationTrace trace = RegistrationTrace.read(Path.of("changed"), new ByteArrayInputStream(capture));
        long before = 0;
        for (final CapturedRegistration registration : trace.registrations()) {
            assertTrue(registration.beginNanos() >= before);
            assertTrue(registration.endNanos() >= registration.beginNanos());
            before = registration.beginNanos();
        }
        assertEquals(152, trace.registrations().size());
    }

    @Test
    void shouldEndOneRegistrationBeforeAnotherBeginsAtTheSameTime() throws IOException {
        final byte[] capture = WorkloadTest.uncompressed("nfs3");
        final ByteBuffer bytes = ByteBuffer.wrap(capture);
        for (int place = 24; place < capture.length; place += 16 + Integer.reverseBytes(bytes.getInt(place + 8))) {
            bytes.putLong(place, 0);
        }
        final RegistrationTrace trace = RegistrationTrace.read(Path.of("changed"), new ByteArrayInputStream(capture));
        assertEquals(152, trace.registrations().size());
        assertEquals(0, trace.durationNanos());
        assertEquals(1, trace.mostAtOnce());
    }

    /** Returns the offset of a frame's record in a pcap file, or of the last record if there are fewer frames. */
    private static int record(final byte[] capture, final int frame) {
        final ByteBuffer bytes = ByteBuffer.wrap(capture);
        int place = 24;
        for (int i = 1; i < frame; i++) {
            final int next = place + 16 + Integer.reverseBytes(bytes.getInt(place + 8));
            if (next >= capture.length) {
                return place;
            }
            place = next;
        }
        return place;
    }

    private static RegistrationTrace read(final String name) throws IOException {
        return RegistrationTrace.read(WorkloadTest.CAPTURES.resolve(name + ".pcap.gz"));
    }

    private static Map<Integer, Long> pages(final String name) throws IOException {
        return read(name).registrations().stream()
                .map(CapturedRegistration::pages)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
