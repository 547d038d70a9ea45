// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Assigns a slot to each of the latest keys, so that their data can be kept in arrays of a fixed size. A new key
 * replaces the oldest one when all slots are taken.
 *
 * <pre>
 *   place   low bits of a key, or the next free place          slot   keys
 *   places  [ - ][ 2 ][ - ][ 0 ][ 1 ][ - ] ...     ─────▶      0..    [ k ][ k' ][ k" ] ...
 * </pre>
 *
 * <p>The keys come from a capture, which could be crafted so that they all collide. To prevent that, they are mapped
 * one-to-one with a random secret.
 */
final class RecentKeys {
    /** The number of keys to keep. It exceeds the number of calls that are ever in flight. */
    static final int CAPACITY = 1 << 16;

    static final int NONE = -1;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private static final int PLACES = 2 * CAPACITY;

    /** The slot number of the key at each place, plus 1; 0 if the place is free. */
    private final int[] places = new int[PLACES];

    private final long[] keys = new long[CAPACITY];
    private final long secret;
    private long taken;

    RecentKeys() {
        this(ThreadLocalRandom.current().nextLong());
    }

    RecentKeys(final long secret) {
        this.secret = secret;
        // Fill the table at the start with keys that no message has. If the table filled up in the middle of a capture,
        // the JVM would discard the code that it has compiled.
        for (int slot = 0; slot < CAPACITY; slot++) {
            final int place = PLACES / CAPACITY * slot;
            keys[slot] = secret & -PLACES | place;
            places[place] = slot + 1;
        }
    }

    /** Maps a key one-to-one to another key that is unpredictable without the secret. */
    static long scramble(final long key, final long secret) {
        long scrambled = (key ^ secret) * MULTIPLIER;
        scrambled = (scrambled ^ scrambled >>> 32 ^ Long.rotateLeft(secret, 32)) * MULTIPLIER;
        return scrambled ^ scrambled >>> 32;
    }

    /** Returns a key's slot, or NONE if the key is unknown. */
    int find(final long key) {
        return slotOfScrambled(scramble(key, secret));
    }

    /** Returns a key's slot. Assigns a slot to a new key. */
    int slotOf(final long key) {
        final long scrambled = scramble(key, secret);
        final int known = slotOfScrambled(scrambled);
        if (known != NONE) {
            return known;
        }
        final int slot = (int) (taken++ % CAPACITY);
        free(placeOf(keys[slot]));
        keys[slot] = scrambled;
        places[placeOf(scrambled)] = slot + 1;
        return slot;
    }

    private int slotOfScrambled(final long scrambled) {
        return places[placeOf(scrambled)] - 1;
    }

    /** Returns a key's place, or the free place for a new key. */
    private int placeOf(final long scrambled) {
        int place = home(scrambled);
        while (places[place] != 0 && keys[places[place] - 1] != scrambled) {
            place = next(place);
        }
        return place;
    }

    /** Frees a place and moves the entries that could otherwise no longer be found. */
    private void free(final int place) {
        int free = place;
        for (int at = next(place); places[at] != 0; at = next(at)) {
            final int fromHome = at - home(keys[places[at] - 1]) & PLACES - 1;
            if (fromHome >= (at - free & PLACES - 1)) {
                places[free] = places[at];
                free = at;
            }
        }
        places[free] = 0;
    }

    private static int home(final long scrambled) {
        return (int) scrambled & PLACES - 1;
    }

    private static int next(final int place) {
        return place + 1 & PLACES - 1;
    }
}
