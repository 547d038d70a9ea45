// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How one figure changes from a baseline to a strategy, from point to point: the least and the most of it, in words.
 */
final class Change {
    /** Latencies are kept to three digits: what differs by less does not differ. */
    private static final double RESOLUTION = 0.001;

    private record At(String label, double fraction) {}

    private final String what;
    private final String figure;
    private final List<At> changes = new ArrayList<>();

    /**
     * Of a figure.
     *
     * @param what   what people call it
     * @param figure a JSON pointer into a strategy's result
     */
    Change(final String what, final String figure) {
        this.what = what;
        this.figure = figure;
    }

    /** Adds a point; ignores one whose baseline lacks the figure. */
    void add(final String label, final JsonNode baseline, final JsonNode strategy) {
        final double before = baseline.at(figure).asDouble();
        final double now = strategy.at(figure).asDouble();
        if (before != 0) {
            changes.add(new At(label, now / before - 1));
        } else if (now == 0) {
            changes.add(new At(label, 0));
        }
    }

    /** One sentence; none if nothing could be compared. */
    Optional<String> sentence() {
        return changes.isEmpty() ? Optional.empty() : Optional.of(what + ": " + range() + ".");
    }

    /** Returns the same in a few words, without the points' names. */
    Optional<String> brief() {
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        final At least = least();
        final At most = most();
        return Optional.of(what + ": "
                + (isOne(least, most)
                        ? amount(largest(least, most).fraction)
                        : amount(least.fraction) + " to " + amount(most.fraction)));
    }

    private String range() {
        final At least = least();
        final At most = most();
        if (isOne(least, most)) {
            return amount(largest(least, most).fraction) + everywhere();
        }
        return "from " + amount(least.fraction) + " (" + least.label + ") to " + amount(most.fraction) + " ("
                + most.label + ")";
    }

    /** Returns the first of the least ones, as of the largest. */
    private At least() {
        return changes.stream()
                .reduce((least, next) -> next.fraction < least.fraction ? next : least)
                .orElseThrow();
    }

    private At most() {
        return changes.stream()
                .reduce((most, next) -> next.fraction > most.fraction ? next : most)
                .orElseThrow();
    }

    private static boolean isOne(final At least, final At most) {
        return least.label.equals(most.label) || most.fraction - least.fraction < 5 * RESOLUTION;
    }

    private String everywhere() {
        return changes.size() == 1 ? "" : " at every point";
    }

    private static At largest(final At one, final At other) {
        return Math.abs(one.fraction) > Math.abs(other.fraction) ? one : other;
    }

    private static String amount(final double fraction) {
        if (Math.abs(fraction) < RESOLUTION) {
            return "no change";
        }
        if (fraction >= 10) {
            return String.format(Locale.ROOT, "%,.0f times as much", fraction + 1);
        }
        return String.format(Locale.ROOT, "%.1f %% %s", Math.abs(fraction) * 100, fraction < 0 ? "less" : "more");
    }
}
