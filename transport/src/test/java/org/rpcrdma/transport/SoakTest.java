// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/** Runs a short slice of the soak. {@link SoakRun#main} performs a long run. */
class SoakTest {
    /** The number of hours to run, during which each endpoint closes once. */
    private static final int HOURS = Effort.of(1, 6);

    private static final int MEAN_BURST = 12;

    private final long seed = Seed.get();

    private SoakRun run(final long of, final int hours) {
        try (SoakRun run = new SoakRun(of, MEAN_BURST, HOURS)) {
            for (int hour = 0; hour < hours; hour++) {
                run.runHour();
            }
            return run;
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("the soak failed with seed=" + of, e);
        }
    }

    @Test
    void shouldLeaveNothingBehindAndLoseNoCallAfterAnyFault() {
        final SoakRun run = run(seed, HOURS);
        for (final String kind : new String[] {
            "answered NULL",
            "answered ECHO",
            "answered STORE_READ",
            "answered ANSWER_LATE",
            "answered ANSWER_DEFERRED",
            "answered CALL_BACK",
            "queue pairs broken",
            "links taken down",
            "clients closed",
            "servers closed",
            "changes of credits"
        }) {
            assertTrue(run.tally.of(kind) > 0, () -> kind + " did not happen: " + run);
        }
        assertTrue(run.reverse.of("answered in reverse direction") > 0, run::toString);
        assertTrue(run.tally.of("failed: the peer answered ERR_CHUNK") > 0, run::toString);
        assertEquals(0, run.tally.outstanding());
    }

    @Tag("long")
    @Test
    void shouldBeTheSameRunWithTheSameSeed() {
        final SoakRun first = run(seed + 1, 1);
        final SoakRun second = run(seed + 1, 1);
        assertEquals(first.events, second.events);
        assertEquals(first.toString(), second.toString());
        assertTrue(first.events != run(seed + 2, 1).events, "another seed is another run");
    }
}
