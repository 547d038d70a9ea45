// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.testkit.Effort;

/**
 * Drops frames from captures. All commands must report an incomplete capture if and only if the missing frame leaves a
 * trace. They must not find a message or a violation that is absent from the complete capture.
 */
class DroppedPacketsTest {
    private static final List<String> CAPTURES =
            List.of("nfs3", "nfs41", "recall", "own-client", "store", "echo", "store --loss 0.02", "echo --loss 0.03");

    @TempDir
    private Path folder;

    private Capture capture;
    private PacketTraces traces;
    private Reading before;

    static Stream<Arguments> seeds() {
        final String given = System.getProperty("seed", "");
        final long first = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        return CAPTURES.stream().map(name -> Arguments.of(name, first));
    }

    private void read(final String name) throws IOException {
        final String[] words = ("--workload " + name).split(" ");
        capture = Capture.class.getResource("/captures/" + name + ".pcap.gz") != null
                ? Capture.read(name)
                : Capture.simulated(folder, words);
        traces = new PacketTraces(capture);
        before = Reading.of(folder, capture.file());
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReportThatAFrameIsMissingIfItLeavesATrace(final String name, final long seed) throws IOException {
        read(name);
        final SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < Effort.of(10, 400); i++) {
            final BitSet dropped = new BitSet();
            dropped.set(random.nextInt(capture.frames().size()));
            assertTold(dropped, "seed=" + seed);
        }
    }

    @ParameterizedTest(name = "{0} seed={1}")
    @MethodSource("seeds")
    void shouldReportThatFramesAreMissingIfAnyLeavesATrace(final String name, final long seed) throws IOException {
        read(name);
        for (int i = 0; i < Effort.of(4, 200); i++) {
            final SplittableRandom random = new SplittableRandom(seed + i);
            final int perMille = random.nextInt(1, 100);
            final BitSet dropped = new BitSet();
            for (int frame = 0; frame < capture.frames().size(); frame++) {
                dropped.set(frame, random.nextInt(1000) < perMille);
            }
            assertTold(dropped, "seed=" + (seed + i));
        }
    }

    private void assertTold(final BitSet dropped, final String seed) throws IOException {
        final List<Capture.Frame> kept = new ArrayList<>();
        for (int frame = 0; frame < capture.frames().size(); frame++) {
            if (!dropped.get(frame)) {
                kept.add(capture.frames().get(frame));
            }
        }
        final Reading after = Reading.of(folder, new Capture(kept, capture.linkType()).file());
        final boolean isTraced = traces.isTraced(dropped);
        final boolean isBeginningMissing = traces.isBeginningMissing(dropped);
        final boolean isPartial = isTraced || isBeginningMissing || before.isPartial();
        final List<String> findings = new ArrayList<>(after.findingsBeyond(before));
        for (final String id : traces.callsWithoutATrace(dropped)) {
            findings.removeIf(finding -> finding.contains(" " + id + "  reply-without-call "));
        }
        final String how = seed + " frames " + dropped + " are missing: ";
        assertAll(
                () -> assertEquals(List.of(), findings, how),
                () -> assertEquals(List.of(), after.messagesBeyond(before), how),
                () -> assertTrue(!isPartial || after.isPartialForAll(), () -> how + after.decoded() + after.linted()),
                () -> assertTrue(isPartial || !after.isPartial(), () -> how + after.decoded() + after.linted()),
                () -> assertTrue(!isTraced || after.isGappy(), () -> how + after.decoded()),
                // The connection's set-up may be the only trace of the gaps.
                () -> assertTrue(
                        isTraced || after.isGappy() == before.isGappy() || before.isGappy() && isBeginningMissing,
                        () -> how + after.decoded()));
    }
}
