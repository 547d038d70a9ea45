// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits in real time, but not for ever. */
public final class Patience {
    private static final long LONGEST_NANOS = 100_000_000_000L;

    private Patience() {}

    /**
     * Takes steps until something is so.
     *
     * @param condition what is waited for.
     * @param step      what brings it about.
     * @param late      says what is missing if it takes too long.
     */
    public static void await(final BooleanSupplier condition, final Runnable step, final Supplier<String> late) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, late);
            step.run();
        }
    }
}
