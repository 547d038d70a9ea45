// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

class LongColumnTest {
    private final SeededRandom random = new SeededRandom(Seed.get());

    /**
     * Compares the column with a plain array. At first, all values have the same upper 32 bits; the lower 32 bits can
     * be positive or negative.
     */
    @Test
    void shouldStoreTheValuesOfAnArray() {
        for (int upperHalves = 1; upperHalves < 4; upperHalves++) {
            long[] array = new long[8];
            final LongColumn column = new LongColumn(array.length);
            for (int i = 0; i < array.length; i++) {
                set(array, column, i, upperHalves);
            }
            for (int step = 0; step < 200; step++) {
                final int one = random.nextInt(array.length);
                set(array, column, one, upperHalves);
                assertHolds(array, column);
            }
            column.doubleCapacity(true);
            array = RingColumn.doubled(array);
            assertHolds(array, column);
        }
    }

    private void set(final long[] array, final LongColumn column, final int i, final int upperHalves) {
        final long upper = (long) (random.nextInt(upperHalves) - 1) << Integer.SIZE;
        array[i] = upper | random.nextLong() >>> Integer.SIZE;
        column.set(i, array[i]);
    }

    private static void assertHolds(final long[] array, final LongColumn column) {
        final long[] held = new long[array.length];
        Arrays.setAll(held, column::get);
        assertArrayEquals(array, held);
    }
}
