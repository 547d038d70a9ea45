// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.ByteSize;
import org.rpcrdma.sim.SeededRandom;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Sizes of messages and how often each comes: one size, or a distribution. On the command line {@code 1K} or
 * {@code 512:0.6,4K:0.3,64K:0.1}: a size, and behind a colon its weight; without weights all come as often.
 */
public final class MessageSizes {
    private final List<MessageSize> sizes;
    /** Up to which fraction each size comes: the last to 1. */
    private final double[] upTo;

    /**
     * A size of a distribution.
     *
     * @param bytes  of data.
     * @param weight how often it comes, beside the others'.
     */
    public record MessageSize(int bytes, double weight) {}

    public MessageSizes(final List<MessageSize> sizes) {
        this.sizes = List.copyOf(sizes);
        upTo = sizes.stream().mapToDouble(MessageSize::weight).toArray();
        Arrays.parallelPrefix(upTo, Double::sum);
        final double all = upTo[upTo.length - 1];
        Arrays.setAll(upTo, i -> upTo[i] / all);
    }

    public static MessageSizes of(final int bytes) {
        return new MessageSizes(List.of(new MessageSize(bytes, 1)));
    }

    /** Returns the sizes that there are, as they were named. */
    public List<MessageSize> list() {
        return sizes;
    }

    int smallest() {
        return sizes.stream().mapToInt(MessageSize::bytes).min().orElseThrow();
    }

    public int largest() {
        return sizes.stream().mapToInt(MessageSize::bytes).max().orElseThrow();
    }

    /** One of them, drawn; no number is taken if there is no choice. */
    int draw(final SeededRandom random) {
        int i = 0;
        if (upTo.length > 1) {
            final double fraction = random.nextDouble();
            while (i < upTo.length - 1 && fraction >= upTo[i]) {
                i++;
            }
        }
        return sizes.get(i).bytes();
    }

    /** For people: {@code 1,024} or {@code 512 (60 %), 4,096 (40 %)}. */
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

    /** Reads them from the command line. */
    static final class Converter implements ITypeConverter<MessageSizes> {
        private static final double LEAST_WEIGHT = 1e-6;
        private static final double MOST_WEIGHT = 1e6;

        private final ByteSize bytes = new ByteSize();

        @Override
        public MessageSizes convert(final String text) {
            final List<MessageSize> sizes = new ArrayList<>();
            final String[] parts = text.split(",", -1);
            final long weighted =
                    Arrays.stream(parts).filter(part -> part.indexOf(':') >= 0).count();
            if (weighted != 0 && weighted != parts.length) {
                throw new TypeConversionException("'" + text + "' has weights for " + weighted + " of " + parts.length
                        + " sizes; all need one, or none");
            }
            for (final String part : parts) {
                final int colon = part.indexOf(':');
                final String size = colon < 0 ? part : part.substring(0, colon);
                sizes.add(new MessageSize(
                        bytes.convert(size.strip()), colon < 0 ? 1 : weight(part.substring(colon + 1), part)));
            }
            return new MessageSizes(sizes);
        }

        private static double weight(final String text, final String part) {
            try {
                final double weight = Double.parseDouble(text);
                if (weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT) {
                    return weight;
                }
            } catch (final NumberFormatException e) {
                // Told below.
            }
            throw new TypeConversionException(
                    "'" + part + "' is not SIZE:WEIGHT with a weight from 0.000001 to 1000000, such as 4K:0.3");
        }
    }
}
