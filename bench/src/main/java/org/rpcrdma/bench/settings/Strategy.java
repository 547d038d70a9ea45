// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;

/** A way to make Receive buffers accessible to the device, either built in or defined by a program. Immutable. */
public final class Strategy {
    /** An allocation and a DMA mapping per buffer, as in Linux's svcrdma today; the baseline. */
    public static final Strategy PER_BUFFER_DMA = new Strategy("per-buffer-dma");

    /** A DMA mapping per shard of buffers. A cursor finds free shards, as it does in this project's arena. */
    public static final Strategy SHARD_DMA = new Strategy("shard-dma");

    /**
     * The same as shard-dma, but with shards of 32 KB, or of one buffer if a buffer is larger. The study recommends
     * this form.
     */
    public static final Strategy SHARD_DMA_32K = new Strategy("shard-dma-32k");

    /**
     * The receive arena patch as originally posted. Every search for a buffer starts at the first bit of the first
     * shard, so n buffers take n (n + 1) / 2 locked tests.
     */
    public static final Strategy SHARD_DMA_AS_POSTED = new Strategy("shard-dma-as-posted");

    /**
     * A fast-registered region per shard of single pages, which need not be contiguous, as the patch's reviewer
     * proposed. The REG_MR work request contains the page list.
     */
    public static final Strategy PAGE_LIST = new Strategy("page-list");

    /** A DMA mapping per shard of single pages, which the IOMMU maps into one range ({@code dma_map_sg}). */
    public static final Strategy SCATTERED_DMA = new Strategy("scattered-dma");

    /** One iova range for all buffers of a connection, with blocks of 32 KB linked to it ({@code dma_iova_link}). */
    public static final Strategy ONE_IOVA = new Strategy("one-iova");

    /** An allocation and a registered region per buffer. */
    public static final Strategy PER_BUFFER_REGISTERED = new Strategy("per-buffer-registered");

    /** A registered region per shard of buffers. */
    public static final Strategy SHARD_REGISTERED = new Strategy("shard-registered");

    /** An allocation and a fast-registered region per buffer. */
    public static final Strategy PER_BUFFER_FAST_REGISTERED = new Strategy("per-buffer-fast-registered");

    /** A fast-registered region per shard of buffers. */
    public static final Strategy SHARD_FAST_REGISTERED = new Strategy("shard-fast-registered");

    /** One registered region for all buffers of a connection. */
    public static final Strategy REGION_PER_CONNECTION = new Strategy("region-per-connection");

    /**
     * One on-demand region for all buffers of a connection. It pins no memory. Its pages are prefetched, because
     * Receives cannot wait for them.
     */
    public static final Strategy ON_DEMAND = new Strategy("on-demand");

    /** A DMA mapping per shard of one arena. All connections share a receive queue with the arena's buffers. */
    public static final Strategy SHARED_SRQ = new Strategy("shared-srq");

    /**
     * The same as shared-srq, but with a registered region per shard, as on devices that are driven from user space.
     */
    public static final Strategy SHARED_SRQ_REGISTERED = new Strategy("shared-srq-registered");

    private static final List<Strategy> OURS = List.of(
            PER_BUFFER_DMA,
            SHARD_DMA_32K,
            SHARD_DMA,
            SHARD_DMA_AS_POSTED,
            PAGE_LIST,
            SCATTERED_DMA,
            ONE_IOVA,
            PER_BUFFER_REGISTERED,
            SHARD_REGISTERED,
            PER_BUFFER_FAST_REGISTERED,
            SHARD_FAST_REGISTERED,
            REGION_PER_CONNECTION,
            ON_DEMAND,
            SHARED_SRQ,
            SHARED_SRQ_REGISTERED);

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9-]{0,31}";

    private final String label;
    /** The factory that creates the mappers; null for a built-in strategy. */
    private final MapperFactory mappers;

    private Strategy(final String label) {
        this(label, null);
    }

    private Strategy(final String label, final MapperFactory mappers) {
        this.label = label;
        this.mappers = mappers;
    }

    /**
     * Returns the built-in strategies.
     *
     * @return the strategies, in the order of the command line's help.
     */
    public static List<Strategy> values() {
        return OURS;
    }

    /**
     * Returns the strategies that are compared by default.
     *
     * @return the strategy that the patch replaces, the corrected patch with 32 KB shards and with shards of any size,
     *     and the patch as posted.
     */
    public static List<Strategy> usual() {
        return OURS.subList(0, 4);
    }

    /**
     * Returns a built-in strategy by its label.
     *
     * @param label the name on the command line, for example {@code shard-dma}.
     * @return the strategy.
     * @throws IllegalArgumentException if the strategy does not exist; the message lists the labels.
     */
    public static Strategy of(final String label) {
        Objects.requireNonNull(label, "label");
        return OURS.stream()
                .filter(strategy -> strategy.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new InputException("no such strategy: label=" + label + " known=" + labels()));
    }

    /**
     * Creates a program's own strategy, which maps each shard of a connection's arena. To map each buffer instead, wrap
     * the mapper in a {@link org.rpcrdma.arena.mapper.PerBufferShardMapper}.
     *
     * @param name    the name in the results: 1 to 32 letters, digits and dashes, different from the built-in labels.
     * @param mappers creates the mappers.
     * @return the strategy.
     * @throws IllegalArgumentException if the name is malformed or a built-in label.
     */
    public static Strategy own(final String name, final MapperFactory mappers) {
        Objects.requireNonNull(mappers, "mappers");
        if (!Objects.requireNonNull(name, "name").matches(NAME)
                || OURS.stream().anyMatch(ours -> ours.label.equals(name))) {
            throw new InputException(
                    "name of a custom strategy must be 1 to 32 letters, digits and dashes, and not a built-in name:"
                            + " name="
                            + name);
        }
        return new Strategy(
                name,
                (domain, loop) -> Objects.requireNonNull(
                        mappers.newMapper(domain, loop), () -> "factory returned no mapper: strategy=" + name));
    }

    /** Returns the labels of all built-in strategies, separated by commas. */
    private static String labels() {
        return OURS.stream().map(Strategy::label).collect(Collectors.joining(", "));
    }

    /**
     * Returns the name on the command line and in results.
     *
     * @return a built-in strategy's label, or the name that the program chose.
     */
    public String label() {
        return label;
    }

    /**
     * Returns the mapper factory of a program's own strategy.
     *
     * @return the factory; empty for a built-in strategy.
     */
    public Optional<MapperFactory> mappers() {
        return Optional.ofNullable(mappers);
    }

    @Override
    public String toString() {
        return label;
    }
}
