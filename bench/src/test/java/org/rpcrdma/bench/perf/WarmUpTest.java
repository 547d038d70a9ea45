// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final int MUCH = 51;
    private static final int LITTLE = 50;

    private long compilationMillis;
    private int slices;

    private int slicesOf(final int compilingSlices) {
        new WarmUp(() -> compilationMillis)
                .repeat(() -> compilationMillis += slices++ < compilingSlices ? MUCH : LITTLE);
        return slices;
    }

    @Test
    void shouldEndWithTheFirstSliceInWhichLittleIsCompiled() {
        assertEquals(8, slicesOf(7));
    }

    @Test
    void shouldRunASecondIfNothingIsToBeCompiled() {
        assertEquals(WarmUp.LEAST_SLICES, slicesOf(0));
    }

    @Test
    void shouldEndThoughCompilingContinues() {
        assertEquals(WarmUp.MOST_SLICES, slicesOf(Integer.MAX_VALUE));
    }
}
