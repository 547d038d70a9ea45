// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * Remembers which pool a key found, for most keys that are in use: a small table, hashed, in which a pool stands at
 * up to four places from its request's on. What a place says is checked before it is believed: a pool knows which
 * requests are its own, and that never changes. So the table is read and written without any order between threads;
 * a place that was lost is written again.
 */
final class PoolRoutes {
    private static final int PLACES = 512;
    private static final int PROBES = 4;

    /** Made with the first pool: many devices of a simulation have none. */
    private FrmrPool[] places;

    /** Returns the key's pool, or null if it is not remembered. */
    FrmrPool find(final FrmrKey key) {
        final FrmrPool[] known = places;
        if (known == null) {
            return null;
        }
        final int first = first(key);
        for (int i = first; i < first + PROBES; i++) {
            final FrmrPool pool = known[i];
            if (pool == null) {
                return null;
            }
            if (pool.isFor(key)) {
                return pool;
            }
        }
        return null;
    }

    /** Remembers a key's pool, in the place of another if there is no free one. */
    void add(final FrmrKey key, final FrmrPool pool) {
        final FrmrPool[] known = places == null ? new FrmrPool[PLACES + PROBES] : places;
        final int first = first(key);
        int place = first;
        while (place < first + PROBES && known[place] != null) {
            place++;
        }
        known[place < first + PROBES ? place : first] = pool;
        places = known;
    }

    private static int first(final FrmrKey key) {
        return key.hashCode() & PLACES - 1;
    }
}
