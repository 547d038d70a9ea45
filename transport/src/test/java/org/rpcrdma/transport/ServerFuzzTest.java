// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Runs a short slice of {@link ServerFuzz}, whose main method performs a long run. {@code -Dfuzz.calls=} sets the
 * number of calls.
 */
class ServerFuzzTest {
    private static final long CALLS = 30_000;
    private static final long USUAL_SEED = 20261121;

    @Test
    void shouldTreatEveryHeaderAsTheSpecificationSays() {
        final long seed = Long.getLong("seed", USUAL_SEED);
        try (ServerFuzz fuzz = new ServerFuzz(seed, ServerFuzz.captured("nfs3", "nfs41"))) {
            fuzz.run(Long.getLong("fuzz.calls", CALLS));
            assertEquals(CallOracle.Verdict.values().length, fuzz.counts.size(), fuzz.counts.toString());
            fuzz.counts.forEach((verdict, count) -> assertTrue(count > 50, fuzz.counts.toString()));
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("failed with seed=" + seed, e);
        }
    }
}
