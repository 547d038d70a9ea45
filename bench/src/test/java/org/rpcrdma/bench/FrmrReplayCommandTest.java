// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.registration.RegistrationReplay;
import org.rpcrdma.bench.registration.RegistrationResult.DesignResult;
import org.rpcrdma.bench.registration.RegistrationResult.Sample;
import org.rpcrdma.bench.registration.ReplayPlan;
import org.rpcrdma.replay.RegistrationTrace;
import org.rpcrdma.rnic.config.RegistrationDesign;

class FrmrReplayCommandTest extends CommandTest {
    private static final long AT_START = 6120;
    private static final long BYTES_AT_START = 99_466_112;

    @TempDir
    private Path folder;

    /**
     * The figures were computed by hand from the answer keys. The maximum numbers of concurrent registrations in nfs3
     * are 8 of 32 pages, 1 of 16 pages, 1 of 7 pages and 2 of 1 page. In nfs41, they are 8 of 32 pages, 1 of 16, 1 of 2
     * and 2 of 1. In nfs42fio, they are 30 of 2 pages and 30 of 1. Each of these needs a new handle of 64 bytes plus 8
     * bytes per page. All other registrations reuse a handle.
     */
    @ParameterizedTest
    @CsvSource({"nfs3, 152, 12, 3016", "nfs41, 71, 12, 2976", "nfs42fio, 773, 60, 4560"})
    void shouldCreateAsManyHandlesAsLiveTogether(
            final String capture, final int registrations, final int created, final long bytes) throws IOException {
        final DesignResult result = replay(capture, RegistrationDesign.FRMR_POOLS);
        assertEquals(registrations, result.handlesTaken());
        assertEquals(created, result.handlesCreated());
        assertEquals(registrations - created, result.handlesReused());
        assertEquals((registrations - created) / (double) registrations, result.hitRate());
        assertEquals(bytes, result.peakBytes());
        assertEquals(0, result.handlesAtStart());
        assertEquals(0, result.bytesAtStart());
        assertEquals(0, result.startNanos());
        assertEquals(created, result.handlesAged());
        assertEquals(0, result.closeNanos());
    }

    @Test
    void shouldHoldNothingAfterTwoAgingPeriods() throws IOException {
        final DesignResult result = replay("nfs3", RegistrationDesign.FRMR_POOLS);
        final Sample last = result.samples().get(result.samples().size() - 1);
        final long end = 8_636_932_000L;
        assertEquals(0, last.bytes());
        assertTrue(last.nanos() > end + 50_000_000_000L && last.nanos() <= end + 120_000_000_000L, last.toString());
        assertEquals(3016, result.bytesAt(end));
        assertEquals(0, result.bytesAt(Long.MAX_VALUE));
        assertEquals(0, result.samples().get(0).bytes());
    }

    @ParameterizedTest
    @CsvSource({"nfs3, 152", "nfs41, 71", "nfs42fio, 773"})
    void shouldHoldAHundredMegabytesInTheOlderDesign(final String capture, final int registrations) throws IOException {
        final DesignResult result = replay(capture, RegistrationDesign.PREALLOCATED_CACHE);
        assertEquals(AT_START, result.handlesAtStart());
        assertEquals(BYTES_AT_START, result.bytesAtStart());
        assertEquals(BYTES_AT_START, result.peakBytes());
        assertEquals(AT_START * 230_000, result.startNanos());
        assertEquals(AT_START * 160_000, result.closeNanos());
        assertEquals(registrations, result.handlesReused());
        assertEquals(1.0, result.hitRate());
        assertEquals(0, result.handlesCreated());
        assertEquals(0, result.handlesAged());
        assertEquals(1, result.samples().size());
    }

    @Test
    void shouldChargeAMissLikeTheCreationOfAnMkey() throws IOException {
        final DesignResult pools = replay("nfs3", RegistrationDesign.FRMR_POOLS);
        final DesignResult cache = replay("nfs3", RegistrationDesign.PREALLOCATED_CACHE);
        assertEquals(12 * 230_000 / 152.0, pools.registerMeanNanos() - cache.registerMeanNanos(), 1.0);
        assertEquals(pools.deregisterMeanNanos(), cache.deregisterMeanNanos());
        final long pages = 90 + 44 * 7 + 3 * 16 + 15 * 32;
        assertEquals(50_000 + 1200 * (pages - 152) / 152, cache.registerMeanNanos());
    }

    /**
     * The replay of nfs3 needs 12 handles. They survive a restart for one to two aging periods, or indefinitely if they
     * are pinned.
     */
    @ParameterizedTest
    @CsvSource({"60, 0, 50, 12", "60, 0, 200, 24", "600, 0, 200, 12", "60, 8, 200, 0"})
    void shouldFindHandlesAfterARestartIfTheyAreYoungOrPinned(
            final int aging, final int pinned, final int restart, final int created) throws IOException {
        final RegistrationTrace trace = BundledCaptures.read("nfs3", RegistrationTrace::read, RegistrationTrace::read);
        final DesignResult result = new RegistrationReplay(
                        trace, RegistrationDesign.FRMR_POOLS, new ReplayPlan(aging, pinned, restart))
                .run();
        assertEquals(2 * 152, result.handlesTaken());
        assertEquals(created, result.handlesCreated());
        assertEquals(pinned == 0 ? 0 : 4 * pinned, result.handlesAtStart());
    }

    @ParameterizedTest
    @CsvSource({
        "--aging, 0, --aging must be 1 to 86400: 0",
        "--pinned, -1, --pinned must be 0 to 10000: -1",
        "--restart, 86401, --restart must be 0 to 86400: 86401"
    })
    void shouldRefuseAPlanOutOfRange(final String option, final String value, final String words) {
        assertEquals(2, run(option, value));
        assertOneLine(words);
    }

    @Test
    void shouldPrintTheBundledCapturesSideBySide() {
        assertEquals(0, run());
        final String text = out.toString();
        assertTrue(text.contains("nfs3: 152 registrations of 3,435,824 bytes in 8.6 s, at most 8 concurrent"), text);
        assertTrue(text.contains("nfs41: 71 registrations"), text);
        assertTrue(text.contains("nfs42fio: 773 registrations"), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +frmr-pools +preallocated-cache")), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +hit rate +92.1 % +100.0 %")), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +at start +0 +99,466,112")), text);
        assertTrue(text.lines().anyMatch(line -> line.matches(" +start, ms +0.00 +1,407.60")), text);
        assertEquals("", err.toString());
    }

    @Test
    void shouldWriteJsonAndNothingElse() throws IOException {
        assertEquals(0, run("--capture", "nfs41", "--json", "-"));
        final JsonNode captures = new ObjectMapper().readTree(out.toString()).get("captures");
        assertEquals(1, captures.size());
        final JsonNode capture = captures.get(0);
        assertEquals("nfs41", capture.get("capture").asText());
        assertEquals(71, capture.get("registrations").asInt());
        assertEquals(71, capture.get("keys").asInt());
        assertEquals(8, capture.get("keyIndexes").asInt());
        final JsonNode pools = capture.get("designs").get(0);
        assertEquals("frmr-pools", pools.get("name").asText());
        assertEquals(12, pools.get("handlesCreated").asInt());
        assertEquals(0, pools.get("samples").get(0).get("bytes").asInt());
        assertEquals(
                "preallocated-cache", capture.get("designs").get(1).get("name").asText());
    }

    @Test
    void shouldRefuseOtherFilesAndCapturesWithoutChunks() throws IOException {
        refuses(folder.resolve("missing"), "missing");
        final Path text = Files.writeString(folder.resolve("text"), "not a capture at all");
        refuses(text, "text");
        final byte[] empty = new byte[24];
        empty[0] = (byte) 0xd4;
        empty[1] = (byte) 0xc3;
        empty[2] = (byte) 0xb2;
        empty[3] = (byte) 0xa1;
        empty[4] = 2;
        empty[6] = 4;
        empty[17] = 4;
        empty[20] = 1;
        final Path none = Files.write(folder.resolve("none"), empty);
        refuses(none, "no RPC-over-RDMA in 0 frames");
    }

    private void refuses(final Path capture, final String reason) {
        assertEquals(2, run("--capture", capture.toString()));
        assertOneLine(reason);
    }

    private int run(final String... arguments) {
        return rpcrdma(List.of("frmr", "replay"), arguments);
    }

    private static DesignResult replay(final String capture, final RegistrationDesign design) throws IOException {
        final RegistrationTrace trace = BundledCaptures.read(capture, RegistrationTrace::read, RegistrationTrace::read);
        return new RegistrationReplay(trace, design, ReplayPlan.DEFAULT).run();
    }
}
