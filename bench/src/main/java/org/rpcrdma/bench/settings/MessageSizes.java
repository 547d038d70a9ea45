// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.sim.time.SeededRandom;

/** One message size, or a distribution of sizes. Immutable. */
public final class MessageSizes {
    private static final double MIN_WEIGHT = 1e-6;
    private static final double MAX_WEIGHT = 1e6;

    private final List<MessageSize> sizes;
    /** The cumulative fraction for each size; the last is 1. */
    private final double[] upTo;

    /**
     * One size in a distribution.
     *
     * @param bytes  the size in bytes.
     * @param weight the relative frequency, 0.000001 to 1,000,000.
     */
    public record MessageSize(int bytes, double weight) {
        /**
         * Checks the weight.
         *
         * @param bytes  the size in bytes.
         * @param weight the relative frequency, 0.000001 to 1,000,000.
         */
        public MessageSize {
            if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
                throw new InputException("weight must be 0.000001 to 1,000,000: weight=" + weight);
            }
        }
    }

    /**
     * Creates a distribution.
     *
     * @param sizes at least one size.
     * @throws IllegalArgumentException if the list is empty.
     */
    public MessageSizes(final List<MessageSize> sizes) {
        if (sizes.isEmpty()) {
            throw new InputException("sizes must not be empty");
        }
        this.sizes = List.copyOf(sizes);
        upTo = sizes.stream().mapToDouble(MessageSize::weight).toArray();
        Arrays.parallelPrefix(upTo, Double::sum);
        final double all = upTo[upTo.length - 1];
        Arrays.setAll(upTo, i -> upTo[i] / all);
    }

    /**
     * Returns a distribution with a single size.
     *
     * @param bytes the size in bytes.
     * @return the sizes.
     */
    public static MessageSizes of(final int bytes) {
        return new MessageSizes(List.of(new MessageSize(bytes, 1)));
    }

    /**
     * Returns the sizes in the order given.
     *
     * @return the sizes with their weights.
     */
    public List<MessageSize> list() {
        return sizes;
    }

    /**
     * Returns the smallest size.
     *
     * @return bytes.
     */
    public int smallest() {
        return sizes.stream().mapToInt(MessageSize::bytes).min().orElseThrow();
    }

    /**
     * Returns the largest size.
     *
     * @return bytes.
     */
    public int largest() {
        return sizes.stream().mapToInt(MessageSize::bytes).max().orElseThrow();
    }

    /**
     * Draws a size. If there is only one size, no random number is drawn.
     *
     * @param random the source of random numbers.
     * @return bytes.
     */
    public int draw(final SeededRandom random) {
        int i = 0;
        if (upTo.length > 1) {
            final double fraction = random.nextDouble();
            while (i < upTo.length - 1 && fraction >= upTo[i]) {
                i++;
            }
        }
        return sizes.get(i).bytes();
    }

    /** Returns a text such as {@code 1,024} or {@code 512 (60 %), 4,096 (40 %)}. */
    @Override
    public String toString() {
        if (sizes.size() == 1) {
            return String.format(Locale.ROOT, "%,d", smallest());
        }
        final double all = sizes.stream().mapToDouble(MessageSize::weight).sum();
        return sizes.stream()
                .map(size -> String.format(Locale.ROOT, "%,d (%.3g %%)", size.bytes(), 100 * size.weight() / all))
                .collect(Collectors.joining(", "));
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof MessageSizes that && sizes.equals(that.sizes);
    }

    @Override
    public int hashCode() {
        return sizes.hashCode();
    }
}
