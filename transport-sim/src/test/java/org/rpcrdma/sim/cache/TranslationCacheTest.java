// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Seed;

class TranslationCacheTest {

    @Test
    void shouldFindNoKeyInAnEmptyEntry() {
        final TranslationCache cache = new TranslationCache(8);
        assertEquals(TranslationCache.ABSENT, cache.find(0, 0));
        final int entry = cache.insert(7);
        assertEquals(entry, cache.find(7, entry));
        cache.invalidate(7);
        assertEquals(TranslationCache.ABSENT, cache.find(7, entry));
        assertEquals(entry, cache.insert(7));
        cache.clear();
        assertEquals(TranslationCache.ABSENT, cache.find(7, entry));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 17, 64, 128, 1000})
    void shouldAgreeWithANaiveCache(final int entries) {
        final long seed = Seed.get();
        final SeededRandom random = new SeededRandom(seed);
        final TranslationCache cache = new TranslationCache(entries);
        final long[] values = new long[entries];
        final NaiveCache<Long> model = new NaiveCache<>(entries);
        int lastEntry = 0;
        for (int i = 0; i < 100_000; i++) {
            final long key = random.nextInt(3 * entries) * 0x1000L;
            if (random.nextInt(20_000) == 0) {
                cache.clear();
                model.clear();
            }
            if (random.nextInt(10) == 0) {
                cache.invalidate(key);
                model.remove(key);
                continue;
            }
            if (random.nextInt(10) == 0) {
                final boolean isThere = model.get(key) != null;
                model.remove(key);
                assertEquals(isThere, cache.remove(key, lastEntry), "seed=" + seed + " step=" + i);
                continue;
            }
            // The result must not depend on the entry that the caller guesses.
            final int entry = random.nextInt(2) == 0 ? cache.find(key) : cache.find(key, lastEntry);
            final Long expected = model.get(key);
            assertEquals(expected != null, entry != TranslationCache.ABSENT, "seed=" + seed + " step=" + i);
            if (entry == TranslationCache.ABSENT) {
                lastEntry = cache.insert(key);
                values[lastEntry] = i;
                model.put(key, (long) i);
            } else {
                lastEntry = entry;
                assertEquals(expected.longValue(), values[entry], "seed=" + seed + " step=" + i);
            }
        }
    }
}
