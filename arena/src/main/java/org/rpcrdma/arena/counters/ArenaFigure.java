// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.util.function.ToLongFunction;
import org.rpcrdma.arena.ArenaMetrics;

/** One figure of {@link ArenaMetrics}, as it stands in a counters file. */
public enum ArenaFigure {
    /** {@link ArenaMetrics#shards()}. */
    SHARDS(1, "shards", "shards", ArenaMetrics::shards),
    /** {@link ArenaMetrics#buffers()}. */
    BUFFERS(2, "buffers", "buffers in the shards", ArenaMetrics::buffers),
    /** {@link ArenaMetrics#buffersInUse()}. */
    IN_USE(3, "buffers_in_use", "buffers that are out", ArenaMetrics::buffersInUse),
    /** {@link ArenaMetrics#highWater()}. */
    HIGH_WATER(4, "buffers_high_water", "the most buffers out at once", ArenaMetrics::highWater),
    /** {@link ArenaMetrics#mappings()}. */
    MAPPINGS(5, "mappings", "device mappings or registrations", ArenaMetrics::mappings),
    /** {@link ArenaMetrics#iovaPages()}. */
    IOVA_PAGES(6, "iova_pages", "4 KB pages of I/O virtual address space", ArenaMetrics::iovaPages),
    /** {@link ArenaMetrics#bytesMapped()}. */
    BYTES_MAPPED(7, "mapped_bytes", "bytes mapped", ArenaMetrics::bytesMapped),
    /** {@link ArenaMetrics#bytesWasted()}. */
    BYTES_WASTED(8, "wasted_bytes", "bytes mapped beyond the high water", ArenaMetrics::bytesWasted),
    /** {@link ArenaMetrics#shardsGivenBack()}. */
    SHARDS_GIVEN_BACK(
            9, "shards_given_back", "idle shards that were unmapped and freed", ArenaMetrics::shardsGivenBack),
    /** {@link ArenaMetrics#shardsStuck()}. */
    SHARDS_STUCK(10, "shards_stuck", "shards that could not be unmapped", ArenaMetrics::shardsStuck),
    /** {@link ArenaMetrics#buffersCached()}. */
    CACHED(11, "buffers_cached", "free buffers on the stacks of threads and endpoints", ArenaMetrics::buffersCached),
    /** {@link ArenaMetrics#bytesAllocated()}. */
    BYTES_ALLOCATED(12, "allocated_bytes", "native memory", ArenaMetrics::bytesAllocated),
    /** {@link ArenaMetrics#mappingNanos()}. */
    MAPPING_NS(13, "mapping_ns", "time spent on mapping, on the arena's clock", ArenaMetrics::mappingNanos),
    /** {@link ArenaMetrics#buffersFree()}. */
    FREE(14, "buffers_free", "buffers that can be acquired", ArenaMetrics::buffersFree);

    private static final ArenaFigure[] FIGURES = values();

    private final int typeId;
    private final String label;
    private final String description;
    private final ToLongFunction<ArenaMetrics> value;

    ArenaFigure(
            final int typeId, final String label, final String description, final ToLongFunction<ArenaMetrics> value) {
        this.typeId = typeId;
        this.label = label;
        this.description = description;
        this.value = value;
    }

    /**
     * Returns the type of its counters. It never changes: readers of other versions know a figure by it.
     *
     * @return 1 or more.
     */
    public int typeId() {
        return typeId;
    }

    /**
     * Returns the word that stands for it in labels, listings and, behind {@code rpcrdma_arena_}, in Prometheus.
     *
     * @return lower-case letters and underscores.
     */
    public String label() {
        return label;
    }

    /**
     * Returns what it counts.
     *
     * @return some words.
     */
    public String description() {
        return description;
    }

    /**
     * Returns its present value.
     *
     * @param metrics of an arena.
     * @return the metrics' value of this figure.
     */
    public long of(final ArenaMetrics metrics) {
        return value.applyAsLong(metrics);
    }

    /** Returns the figure of a type; null for a type of another version. */
    static ArenaFigure ofType(final int typeId) {
        for (final ArenaFigure figure : FIGURES) {
            if (figure.typeId == typeId) {
                return figure;
            }
        }
        return null;
    }
}
