// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LatencyRunTest {
    private long now;
    private int sent;

    @Test
    void shouldSendTheNextMessageOnlyOnceTheLastIsAnswered() {
        final LatencyRun run = run(3, 0);

        run.begin();
        assertEquals(1, sent);
        answer(run, 10);
        answer(run, 10);
        assertEquals(3, sent);
        assertFalse(run.isDone());
        answer(run, 10);

        assertTrue(run.isDone());
        assertEquals(3, sent);
    }

    @Test
    void shouldReportTheLeastTheMostTheMedianAndTheTail() {
        final LatencyRun run = run(1000, 0);

        run.begin();
        for (int i = 1; i <= 1000; i++) {
            answer(run, i);
        }

        assertEquals(1, run.least());
        assertEquals(1000, run.most());
        assertEquals(500, run.percentile(50));
        assertEquals(990, run.percentile(99));
        assertEquals(999, run.percentile(99.9));
        assertEquals(500.5, run.average(), 1e-9);
        assertEquals(288.675, run.deviation(), 1e-3);
    }

    @Test
    void shouldEndAtTheFirstAnswerAfterTheDuration() {
        final LatencyRun run = run(0, 95);

        run.begin();
        while (!run.isDone()) {
            answer(run, 10);
        }

        assertEquals(10, run.count());
    }

    @Test
    void shouldHalveWhatIsARoundTripOfTwoMessages() {
        final LatencyRun run = run(1, 0);
        run.begin();
        answer(run, 4000);

        assertEquals(2, row(PerfTest.SEND_LAT, run), 1e-9);
        assertEquals(2, row(PerfTest.WRITE_LAT, run), 1e-9);
        assertEquals(4, row(PerfTest.READ_LAT, run), 1e-9);
        assertEquals(4, row(PerfTest.RPC_LAT, run), 1e-9);
    }

    private static double row(final PerfTest test, final LatencyRun run) {
        return PerfRow.of(new PerfPlan(test, 2, 1, 0, 0, 1, 1, 1), run)
                .latencyMicros()
                .typical();
    }

    @Test
    void shouldAllocateNothingOnceItHasBegun() {
        final LatencyRun run = run(1_000_000, 0);
        run.begin();

        assertEquals(0, Allocations.of(() -> {
            for (int i = 0; i < 1000; i++) {
                answer(run, i);
            }
        }));
    }

    private void answer(final LatencyRun run, final long nanos) {
        now += nanos;
        run.answered();
    }

    private LatencyRun run(final long messages, final long durationNanos) {
        return new LatencyRun(() -> now, (count, completing) -> sent += count, messages, durationNanos);
    }
}
