// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.DurationFigures;

class DurationRecorderTest {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final DurationRecorder recorder = new DurationRecorder(0);

    private void record(final int times, final long nanos) {
        for (int i = 0; i < times; i++) {
            recorder.record(nanos);
        }
    }

    private static void assertNear(final double expected, final long value) {
        assertEquals(expected, value, expected / 100);
    }

    @Test
    void shouldReportPercentilesToOnePercent() {
        for (int i = 1; i <= 10_000; i++) {
            recorder.record(1_000L * i);
        }
        final DurationFigures figures = recorder.figures(1);
        assertEquals(10_000, figures.count());
        assertEquals(50_005_000_000L, figures.totalNanos());
        assertNear(5_000_000, figures.p50Nanos());
        assertNear(9_000_000, figures.p90Nanos());
        assertNear(9_900_000, figures.p99Nanos());
        assertNear(9_990_000, figures.p999Nanos());
        assertNear(10_000_000, figures.maxNanos());
    }

    @Test
    void shouldForgetOldDurationsInPercentilesButNotInCounts() {
        record(10, 900_000);
        assertNear(900_000, recorder.figures(MINUTE).maxNanos());
        record(10, 2_000);
        assertNear(900_000, recorder.figures(MINUTE + 1).maxNanos());
        record(10, 3_000);
        final DurationFigures figures = recorder.figures(2 * MINUTE);
        assertNear(3_000, figures.maxNanos());
        assertEquals(30, figures.count());
        assertEquals(10 * 905_000, figures.totalNanos());
        assertEquals(List.of(0L, 10L, 10L, 0L), figures.buckets().subList(0, 4));
        assertEquals(10, figures.buckets().get(DurationFigures.BOUNDS_NANOS.indexOf(1_000_000L)));
        final DurationFigures later = recorder.figures(10 * MINUTE);
        assertEquals(30, later.count());
        assertEquals(figures.buckets(), later.buckets());
    }

    @Test
    void shouldCountDurationsAboveAllBoundsInNoBucket() {
        record(1, TimeUnit.SECONDS.toNanos(6));
        record(1, TimeUnit.DAYS.toNanos(1));
        final DurationFigures figures = recorder.figures(1);
        assertEquals(2, figures.count());
        assertEquals(0, figures.buckets().stream().mapToLong(Long::longValue).sum());
        assertNear(TimeUnit.HOURS.toNanos(1), figures.maxNanos());
    }

    @Test
    void shouldBeginWithNothing() {
        final DurationFigures figures = recorder.figures(1);
        assertEquals(new DurationFigures(0, 0, 0, 0, 0, 0, 0, figures.buckets()), figures);
        assertThrows(IllegalArgumentException.class, () -> new DurationFigures(0, 0, 0, 0, 0, 0, 0, List.of(1L)));
    }
}
