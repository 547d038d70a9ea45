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
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A slice of {@link ReplyFuzz}. */
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
