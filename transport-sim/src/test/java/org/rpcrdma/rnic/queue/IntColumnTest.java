// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

class IntColumnTest {
    private final SeededRandom random = new SeededRandom(Seed.get());

    /** Compares the column with an array in which all entries are set. */
    @Test
    void shouldStoreTheValuesOfAnArray() {
        for (int differentValues = 1; differentValues < 4; differentValues++) {
            int[] array = new int[8];
            final IntColumn column = new IntColumn(array.length);
            set(array, column, differentValues);
            for (int step = 0; step < 200; step++) {
                final int one = random.nextInt(array.length);
                column.set(one, random.nextInt(differentValues) + 5);
                array[one] = column.get(one);
                assertHolds(array, column);
            }
            column.doubleCapacity(true);
            array = RingColumn.doubled(array);
            assertHolds(array, column);
            set(array, column, differentValues + 1);
        }
    }

    private void set(final int[] array, final IntColumn column, final int differentValues) {
        for (int i = 0; i < array.length; i++) {
            array[i] = random.nextInt(differentValues) + 5;
            column.set(i, array[i]);
        }
        assertHolds(array, column);
    }

    private static void assertHolds(final int[] array, final IntColumn column) {
        final int[] held = new int[array.length];
        Arrays.setAll(held, column::get);
        assertArrayEquals(array, held);
    }
}
