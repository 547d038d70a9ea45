// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.ThreadLocalRandom;

/** The seed of a randomized test: {@code -Dseed=}, or a new one that a failure names. */
public final class Seed {
    private Seed() {}

    public static void run(final Test test) throws Exception {
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? ThreadLocalRandom.current().nextLong() : Long.parseLong(given);
        try {
            test.run(seed);
        } catch (final Exception | AssertionError e) {
            throw new AssertionError("failed with -Dseed=" + seed, e);
        }
    }

    public interface Test {
        void run(long seed) throws Exception;
    }
}
