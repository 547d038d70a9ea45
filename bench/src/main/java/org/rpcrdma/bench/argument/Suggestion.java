// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The word that was probably meant by one that is unknown. */
final class Suggestion {
    /** A beginning of a word is taken for it from this length on, dashes included. */
    private static final int SHORTEST_BEGINNING = 3;

    private Suggestion() {}

    /** Returns the known word that begins so, or else the closest one; none if all are far from it. */
    static Optional<String> of(final String word, final Collection<String> known) {
        final List<String> longer = known.stream()
                .filter(other -> word.length() >= SHORTEST_BEGINNING && other.startsWith(word))
                .toList();
        if (longer.size() == 1) {
            return Optional.of(longer.get(0));
        }
        if (word.replace("-", "").length() < SHORTEST_BEGINNING) {
            return Optional.empty(); // Any other letter is close to a letter.
        }
        String closest = null;
        int least = 1 + Math.max(1, word.length() / 4);
        for (final String other : new TreeSet<>(known)) {
            final int distance = distance(word, other);
            if (distance < least) {
                least = distance;
                closest = other;
            }
        }
        return Optional.ofNullable(closest);
    }

    /** Returns how many letters have to be added, left out, changed, or changed with the next one. */
    static int distance(final String from, final String to) {
        final int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cost(cost, from, to, i, j);
            }
        }
        return cost[from.length()][to.length()];
    }

    private static int cost(final int[][] cost, final String from, final String to, final int i, final int j) {
        final int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        final int least = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
        final boolean isSwapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return isSwapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
