// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.util.concurrent.ThreadLocalRandom;

/** Chooses the seed of a randomized test; {@code -Dseed=N} repeats a failure. */
public final class Seed {
    private static final long USUAL = 20261120;
    private static final String GIVEN = System.getProperty("seed", "");

    private Seed() {}

    /**
     * Returns the seed from {@code -Dseed=N}, or a fixed seed by default.
     *
     * @return the seed.
     */
    public static long get() {
        return GIVEN.isEmpty() ? USUAL : Long.parseLong(GIVEN);
    }

    /**
     * Runs a test with the seed from {@code -Dseed=N}, or with a new seed by default. If the test fails, the failure
     * states the seed.
     *
     * @param test the test.
     * @throws Exception as thrown by the test.
     */
    public static void run(final Test test) throws Exception {
        final long seed = GIVEN.isEmpty() ? ThreadLocalRandom.current().nextLong() : get();
        try {
            test.run(seed);
        } catch (final Exception | AssertionError e) {
            throw new AssertionError("failed with -Dseed=" + seed, e);
        }
    }

    /** A randomized test. */
    public interface Test {
        /**
         * Runs the test.
         *
         * @param seed the seed, which determines all random choices.
         * @throws Exception if the test fails.
         */
        void run(long seed) throws Exception;
    }
}
