// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.concurrent.ThreadLocalRandom;

/** The seed of a randomized test: {@code -Dseed=}, or a new one that a failure names. */
final class Seed {
    private Seed() {}

    static void run(final Test test) throws Exception {
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? ThreadLocalRandom.current().nextLong() : Long.parseLong(given);
        try {
            test.run(seed);
        } catch (final Exception | AssertionError e) {
            throw new AssertionError("failed with -Dseed=" + seed, e);
        }
    }

    interface Test {
        void run(long seed) throws Exception;
    }
}
