// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.console.InputException;

/**
 * The seeds of a comparison: each strategy runs with each of them.
 *
 * @param first the first seed
 * @param count how many there are; the others follow
 */
public record Seeds(long first, int count) {
    private static final int MAX_SEEDS = 1000;

    public Seeds {
        InputException.checkRange("--seeds", count, 1, MAX_SEEDS);
    }

    /** Returns one seed. */
    public static Seeds one(final long seed) {
        return new Seeds(seed, 1);
    }

    /** Returns a seed by its number from 0. */
    long seed(final int number) {
        return first + number;
    }

    @Override
    public String toString() {
        return count == 1 ? "seed " + first : "seeds " + first + " to " + seed(count - 1);
    }
}
