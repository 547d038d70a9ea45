// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BandwidthRunTest {
    private static final long SECOND = 1_000_000_000L;

    /** The messages sent, and for each completion the number of messages that it covers. */
    private final List<String> sent = new ArrayList<>();

    private long now;

    @Test
    void shouldKeepTheQueueFullButNotOverfillIt() {
        final BandwidthRun run = run(plan(10, 4, 2), 10);

        run.begin();
        assertEquals(List.of("2/0", "2/4"), sent);
        run.goOn();
        assertEquals(2, sent.size());
        run.completed(0, 4);
        run.goOn();

        assertEquals(List.of("2/0", "2/4", "2/0", "2/4"), sent);
    }

    @Test
    void shouldHaveTheLastMessageCompleteWhateverTheirNumber() {
        final BandwidthRun run = run(plan(5, 4, 2), 5);

        run.begin();
        run.completed(0, 4);
        run.goOn();
        assertFalse(run.isDone());
        assertEquals("1/1", sent.get(sent.size() - 1));
        run.completed(0, 1);
        run.goOn();

        assertTrue(run.isDone());
        assertEquals(5, run.messages());
    }

    @Test
    void shouldRequestACompletionOfAHundredMessagesAsPerftestDoes() {
        assertEquals(100, plan(1000, 128, 1).signalEvery());
        assertEquals(16, plan(1000, 16, 1).signalEvery());
        assertEquals(96, plan(1000, 128, 32).signalEvery());
    }

    @Test
    void shouldCountMessagesOverTheTimeFromTheFirstSendToTheLastCompletion() {
        final BandwidthRun run = run(plan(100, 100, 1), 100);

        run.begin();
        now = SECOND / 2;
        run.completed(0, 100);
        run.goOn();

        assertEquals(200, run.average(), 1e-9);
        assertEquals(200, run.peak(), 1e-9, "no whole stretch: the average");
    }

    @Test
    void shouldFindTheFastestStretch() {
        final BandwidthRun run = run(plan(3000, 10, 1), 3000);

        run.begin();
        for (int i = 0; !run.isDone(); i++) {
            now += i / 100 == 1 ? SECOND / 100 : SECOND / 10;
            run.completed(0, 10);
            run.goOn();
        }

        assertTrue(run.average() < 200, () -> "average=" + run.average());
        assertTrue(run.peak() > 800 && run.peak() <= 1000, () -> "peak=" + run.peak());
    }

    @Test
    void shouldEndADurationWithoutWaitingForUnsignaledMessages() {
        final BandwidthRun run = new BandwidthRun(() -> now, senders(1), plan(0, 10, 5), 0, SECOND);

        run.begin();
        for (int i = 0; i < 10; i++) {
            assertFalse(run.isDone());
            now += SECOND / 10;
            run.completed(0, 10);
            run.goOn();
        }

        assertTrue(run.isDone());
        assertEquals(100, run.messages());
        assertEquals(SECOND, run.nanos());
    }

    @Test
    void shouldKeepEachQueuePairFull() {
        final BandwidthRun run = new BandwidthRun(() -> now, senders(3), plan(100, 2, 1), 100, 0);

        run.begin();

        assertEquals(6, sent.size());
    }

    @Test
    void shouldAllocateNothingOnceItHasBegun() {
        final PerfPlan plan = plan(1_000_000, 128, 1);
        final Sender[] quiet = {(messages, completing) -> now++};
        final BandwidthRun run = new BandwidthRun(() -> now, quiet, plan, 1_000_000, 0);
        run.begin();
        for (int i = 0; i < 20; i++) {
            step(run);
        }

        assertEquals(0, Allocations.of(() -> {
            for (int i = 0; i < 1000; i++) {
                step(run);
            }
        }));
    }

    private static void step(final BandwidthRun run) {
        run.completed(0, 100);
        run.goOn();
    }

    private BandwidthRun run(final PerfPlan plan, final long messages) {
        return new BandwidthRun(() -> now, senders(1), plan, messages, 0);
    }

    private Sender[] senders(final int number) {
        final Sender[] senders = new Sender[number];
        for (int i = 0; i < number; i++) {
            senders[i] = (messages, completing) -> sent.add(messages + "/" + completing);
        }
        return senders;
    }

    private static PerfPlan plan(final long messages, final int txDepth, final int list) {
        return new PerfPlan(PerfTest.SEND_BW, 64, messages, messages == 0 ? SECOND : 0, 0, 1, txDepth, list);
    }
}
