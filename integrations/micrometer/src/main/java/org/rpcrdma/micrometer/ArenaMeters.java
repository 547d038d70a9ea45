// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;

/**
 * Publishes the figures of a {@link org.rpcrdma.arena.ReceiveArena}. Each figure in {@link ArenaFigures} has one meter.
 */
public final class ArenaMeters extends FigureMeters<ArenaFigures> {
    /**
     * Creates a binder.
     *
     * @param figures the source of the arena's figures: {@code arena.figuresSource()}.
     * @param tags    the tags that all meters have. Meters with the same name must have different tags.
     * @throws IllegalArgumentException if the figures or the tags are null.
     */
    public ArenaMeters(final Supplier<ArenaFigures> figures, final Iterable<Tag> tags) {
        super("rpcrdma.arena.", figures, tags);
    }

    @Override
    void bind(final Meters<ArenaFigures> meters) {
        meters.gauge("shards", "shards", ArenaFigures::shards);
        meters.gauge("shards.in.pieces", "shards that consist of pieces", ArenaFigures::shardsInPieces);
        meters.gauge("shards.stuck", "shards that could not be unmapped", ArenaFigures::shardsStuck);
        meters.counter("shards.freed", "idle shards that were unmapped and freed", ArenaFigures::shardsFreed);
        meters.gauge("buffers", "buffers in the shards", ArenaFigures::buffers);
        meters.gauge("buffers.in.use", "acquired buffers", ArenaFigures::buffersInUse);
        meters.gauge(
                "buffers.high.water",
                "maximum number of buffers acquired concurrently",
                ArenaFigures::buffersHighWater);
        meters.gauge("buffers.free", "buffers that can be acquired", ArenaFigures::buffersFree);
        meters.gauge("buffers.cached", "free buffers cached in stripes and endpoints", ArenaFigures::buffersCached);
        meters.gauge("mappings", "device mappings or registrations", ArenaFigures::mappings);
        meters.gauge("iova.pages", "4 KB pages of I/O virtual address space", ArenaFigures::iovaPages);
        meters.gauge("mapped.bytes", "bytes mapped", ArenaFigures::mappedBytes);
        meters.gauge("wasted.bytes", "bytes mapped beyond the high-water mark", ArenaFigures::wastedBytes);
        meters.gauge("allocated.bytes", "native memory", ArenaFigures::allocatedBytes);
        meters.time("mapping", "time spent on mapping, by the arena's clock", ArenaFigures::mappingNanos);
    }
}
