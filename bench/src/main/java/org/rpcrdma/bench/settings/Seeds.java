// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;

/**
 * The seeds of a comparison. Each strategy runs with each seed.
 *
 * @param first the first seed, any number.
 * @param count the number of consecutive seeds, 1 to 1,000.
 */
public record Seeds(long first, int count) {
    private static final int MAX_SEEDS = 1000;

    /**
     * Checks the range.
     *
     * @param first the first seed, any number.
     * @param count the number of consecutive seeds, 1 to 1,000.
     */
    public Seeds {
        InputException.checkRange("seeds", count, 1, MAX_SEEDS);
    }

    /**
     * Returns a seed.
     *
     * @param number the seed's index, from 0.
     * @return the seed.
     */
    public long seed(final int number) {
        return first + number;
    }

    @Override
    public String toString() {
        return count == 1 ? "seed " + first : "seeds " + first + " to " + seed(count - 1);
    }
}
