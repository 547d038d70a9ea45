/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.sweep;

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
