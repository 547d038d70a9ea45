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
package org.rpcrdma.nic;

import java.util.Arrays;

/**
 * Columns of rings whose size is a power of 2 and which find an entry's slot by the low bits of its position. In a ring
 * of twice the size the slot is the same, or the size more: a doubled column holds what it had in both places.
 */
final class RingColumn {
    private RingColumn() {}

    static long[] doubled(final long[] column) {
        final long[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    static int[] doubled(final int[] column) {
        final int[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    static byte[] doubled(final byte[] column) {
        final byte[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    static boolean[] doubled(final boolean[] column) {
        final boolean[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }

    static <T> T[] doubled(final T[] column) {
        final T[] larger = Arrays.copyOf(column, 2 * column.length);
        System.arraycopy(column, 0, larger, column.length, column.length);
        return larger;
    }
}
