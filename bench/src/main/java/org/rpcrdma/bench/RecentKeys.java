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
package org.rpcrdma.bench;

import org.agrona.collections.Long2LongHashMap;

/**
 * Gives the latest keys a slot each, so that what belongs to them can be kept in arrays of a fixed size. When all slots are taken the
 * oldest key is forgotten.
 */
final class RecentKeys {
    /** How many keys are kept; more calls than this are never on their way at once. */
    static final int CAPACITY = 1 << 16;

    static final int NONE = -1;

    private final Long2LongHashMap slots = new Long2LongHashMap(2 * CAPACITY, 0.5f, NONE);
    private final long[] keys = new long[CAPACITY];
    private long taken;

    RecentKeys() {}

    /** The slot of a key, or NONE. */
    int find(final long key) {
        return (int) slots.get(key);
    }

    /** The slot of a key, which gets one where it has none. */
    int slotOf(final long key) {
        final int known = find(key);
        if (known != NONE) {
            return known;
        }
        final int slot = (int) (taken % CAPACITY);
        if (taken++ >= CAPACITY) {
            slots.remove(keys[slot]);
        }
        keys[slot] = key;
        slots.put(key, slot);
        return slot;
    }
}
