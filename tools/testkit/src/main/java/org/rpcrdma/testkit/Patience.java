// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits in real time, up to a limit. */
public final class Patience {
    private static final long LONGEST_NANOS = 100_000_000_000L;

    private Patience() {}

    /**
     * Repeats a step until a condition holds.
     *
     * @param condition the condition.
     * @param step      the step that makes progress towards the condition.
     * @param late      the description of the missing event, used if the wait times out.
     */
    public static void await(final BooleanSupplier condition, final Runnable step, final Supplier<String> late) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, late);
            step.run();
        }
    }
}
