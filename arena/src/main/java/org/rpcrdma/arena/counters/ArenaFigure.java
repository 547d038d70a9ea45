// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.util.function.ToLongFunction;
import org.rpcrdma.arena.ArenaMetrics;

/** One figure of {@link ArenaMetrics}, as it stands in a counters file. */
public enum ArenaFigure {
    /** {@link ArenaMetrics#shards()}. */
    SHARDS(1, "shards", ArenaMetrics::shards),
    /** {@link ArenaMetrics#buffers()}. */
    BUFFERS(2, "buffers", ArenaMetrics::buffers),
    /** {@link ArenaMetrics#buffersInUse()}. */
    IN_USE(3, "in_use", ArenaMetrics::buffersInUse),
    /** {@link ArenaMetrics#highWater()}. */
    HIGH_WATER(4, "high_water", ArenaMetrics::highWater),
    /** {@link ArenaMetrics#mappings()}. */
    MAPPINGS(5, "mappings", ArenaMetrics::mappings),
    /** {@link ArenaMetrics#iovaPages()}. */
    IOVA_PAGES(6, "iova_pages", ArenaMetrics::iovaPages),
    /** {@link ArenaMetrics#bytesMapped()}. */
    BYTES_MAPPED(7, "bytes_mapped", ArenaMetrics::bytesMapped),
    /** {@link ArenaMetrics#bytesWasted()}. */
    BYTES_WASTED(8, "bytes_wasted", ArenaMetrics::bytesWasted),
    /** {@link ArenaMetrics#shardsGivenBack()}. */
    SHARDS_GIVEN_BACK(9, "shards_given_back", ArenaMetrics::shardsGivenBack),
    /** {@link ArenaMetrics#shardsStuck()}. */
    SHARDS_STUCK(10, "shards_stuck", ArenaMetrics::shardsStuck),
    /** {@link ArenaMetrics#buffersCached()}. */
    CACHED(11, "cached", ArenaMetrics::buffersCached),
    /** {@link ArenaMetrics#bytesAllocated()}. */
    BYTES_ALLOCATED(12, "bytes_allocated", ArenaMetrics::bytesAllocated),
    /** {@link ArenaMetrics#mappingNanos()}. */
    MAPPING_NS(13, "mapping_ns", ArenaMetrics::mappingNanos),
    /** {@link ArenaMetrics#buffersFree()}. */
    FREE(14, "free", ArenaMetrics::buffersFree);

    private static final ArenaFigure[] FIGURES = values();

    private final int typeId;
    private final String label;
    private final ToLongFunction<ArenaMetrics> value;

    ArenaFigure(final int typeId, final String label, final ToLongFunction<ArenaMetrics> value) {
        this.typeId = typeId;
        this.label = label;
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
     * Returns the word that stands for it in labels and listings.
     *
     * @return lower-case letters and underscores.
     */
    public String label() {
        return label;
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
