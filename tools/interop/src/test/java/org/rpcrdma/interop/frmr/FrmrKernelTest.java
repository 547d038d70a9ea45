// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the parts of frmr-kernel that do not need Linux: the scripts, our side of each difference, and the results of
 * the comparison.
 */
class FrmrKernelTest {
    private static final int OPERATIONS = 3_000;

    private static PoolPlayer played(final long seed) {
        try (PoolPlayer player = new PoolPlayer(NumberedHandles.Loss.SILENT)) {
            new RandomScript(seed, player).play(OPERATIONS);
            return player;
        }
    }

    private static List<String> ours(final Difference difference) {
        try (PoolPlayer player = new PoolPlayer(NumberedHandles.Loss.REPORTED)) {
            difference.script().forEach(player::play);
            return player.transcript();
        }
    }

    @Test
    void shouldWriteTheSameScriptForTheSameSeed() {
        assertEquals(played(1).script(), played(1).script());
        assertEquals(played(1).transcript(), played(1).transcript());
    }

    @Test
    void shouldIncludeEveryKindOfOperationInAScript() {
        final Set<String> words = new HashSet<>();
        for (long seed = 1; seed <= 3; seed++) {
            played(seed).script().forEach(line -> words.add(line.split(" ")[0]));
        }
        assertEquals(Set.of("at", "set", "show", "pop", "push", "drop", "refuse", "lose", "counts", "cleanup"), words);
    }

    @Test
    void shouldFindATranscriptEqualToItself() {
        final List<String> transcript = played(2).transcript();
        assertEquals(List.of(), new TranscriptComparison(transcript, transcript).differences());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pop ", "create ", "destroy ", "dev ", "counts: ", "error: ", "> at "})
    void shouldFindALineThatDiffers(final String start) {
        final List<String> transcript = played(3).transcript();
        final List<String> changed = new ArrayList<>(transcript);
        for (int i = changed.size() - 1; i >= 0; i--) {
            if (changed.get(i).startsWith(start) && !changed.get(i).endsWith(PoolPlayer.ANY)) {
                changed.set(i, changed.get(i) + "0");
                break;
            }
        }
        assertFalse(new TranscriptComparison(changed, transcript).differences().isEmpty());
    }

    @Test
    void shouldAllowExchangedHandlesOnlyInAPinnedPool() {
        final List<String> created = List.of("> operations", "create key 8 count 2: 0", "create key 9 count 1: 0");
        final List<String> ours = new ArrayList<>(created);
        ours.addAll(List.of("pop 1: 0 1" + PoolPlayer.ANY, "pop 2: 0 2" + PoolPlayer.ANY));
        assertEquals(
                List.of(), new TranscriptComparison(with(created, "pop 1: 0 2", "pop 2: 0 1"), ours).differences());
        assertFalse(new TranscriptComparison(with(created, "pop 1: 0 3", "pop 2: 0 2"), ours)
                .differences()
                .isEmpty());
    }

    private static List<String> with(final List<String> first, final String... lines) {
        final List<String> all = new ArrayList<>(first);
        all.addAll(List.of(lines));
        return all;
    }

    @Test
    void shouldShowTheDocumentedDifferences() {
        for (final Difference difference : Difference.ALL) {
            final List<String> transcript = ours(difference);
            assertTrue(difference.isOurs(transcript), () -> difference.name() + ": " + transcript);
            assertFalse(difference.isLinuxs(transcript), difference::name);
        }
    }

    @Test
    void shouldNeverGiveAHandleToTwoThreads() throws Exception {
        final PoolThreads.Outcome outcome = PoolThreads.run(4, 20_000, 7);
        assertEquals(0, outcome.mistakes());
        assertEquals(outcome.created(), outcome.destroyed() + outcome.dropped());
    }
}
