// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import java.util.concurrent.ThreadLocalRandom;
import org.agrona.collections.Long2LongHashMap;

/**
 * Gives the latest keys a slot each, so that their data can be kept in arrays of a fixed size. When all slots
 * are taken the oldest key is forgotten.
 *
 * <p>The keys come from a capture, whose maker could choose them so that they all collide in the map. They are
 * scrambled with a secret, one to one, so that he cannot.
 */
final class RecentKeys {
    /** How many keys are kept; more calls than this are never on their way at once. */
    static final int CAPACITY = 1 << 16;

    static final int NONE = -1;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final Long2LongHashMap slots = new Long2LongHashMap(2 * CAPACITY, 0.5f, NONE);
    private final long[] keys = new long[CAPACITY];
    private final long secret;
    private long taken;

    RecentKeys() {
        this(ThreadLocalRandom.current().nextLong());
    }

    RecentKeys(final long secret) {
        this.secret = secret;
    }

    /** Returns another key for each key, which nobody can predict without the secret. */
    static long scramble(final long key, final long secret) {
        long scrambled = (key ^ secret) * MULTIPLIER;
        scrambled = (scrambled ^ scrambled >>> 32 ^ Long.rotateLeft(secret, 32)) * MULTIPLIER;
        return scrambled ^ scrambled >>> 32;
    }

    /** Returns the slot of a key, or NONE. */
    int find(final long key) {
        return slotOfScrambled(scramble(key, secret));
    }

    /** Returns the slot of a key, which gets one if it has none. */
    int slotOf(final long key) {
        final long scrambled = scramble(key, secret);
        final int known = slotOfScrambled(scrambled);
        if (known != NONE) {
            return known;
        }
        final int slot = (int) (taken % CAPACITY);
        if (taken++ >= CAPACITY) {
            slots.remove(keys[slot]);
        }
        keys[slot] = scrambled;
        slots.put(scrambled, slot);
        return slot;
    }

    private int slotOfScrambled(final long scrambled) {
        return (int) slots.get(scrambled);
    }
}
