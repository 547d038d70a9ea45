// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Runs a short slice of {@link ReplyFuzz}. */
class HostileReplyFuzzTest {
    private static final int REPLIES = 20_000;
    private static final long USUAL_SEED = 20261121;

    @Test
    void shouldTakeNothingThatWasNotOfferedAndLoseNothing() {
        final long seed = Long.getLong("seed", USUAL_SEED);
        final String where = "seed=" + seed;
        try {
            final ReplyFuzz fuzz = new ReplyFuzz(seed);
            fuzz.run(REPLIES);
            fuzz.close();
            assertTrue(fuzz.replies > REPLIES / 10, where + " replies=" + fuzz.replies);
            assertTrue(fuzz.failures > REPLIES / 100, where + " failures=" + fuzz.failures);
            assertTrue(fuzz.connections > 10 && fuzz.reverseCalls > 100, where + " connections=" + fuzz.connections);
        } catch (final RuntimeException | AssertionError e) {
            throw new AssertionError("failed with seed=" + seed, e);
        }
    }
}
