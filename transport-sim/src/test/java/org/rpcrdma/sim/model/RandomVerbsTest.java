// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.verbs.extended.ReregisterError.CMD;
import static org.rpcrdma.verbs.extended.ReregisterError.INPUT;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/** Compares the outcomes of more than a million random verbs with a model's predictions for memory, keys and queues. */
class RandomVerbsTest {
    private static final int OPERATIONS = Effort.of(40_000, 1_000_000);

    @Test
    void shouldAgreeWithTheModel() {
        final long seed = Seed.get();
        final RandomVerbs verbs = new RandomVerbs(seed);
        long step = 0;
        try {
            while (verbs.operations() < OPERATIONS) {
                verbs.step(step++);
            }
            verbs.end();
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("seed=" + seed + " step=" + step + " " + e + verbs, e);
        }
        assertEquals(EnumSet.of(INPUT, CMD), verbs.reregistrations().keySet());
        assertTrue(step > OPERATIONS / 10, "steps=" + step);
    }
}
