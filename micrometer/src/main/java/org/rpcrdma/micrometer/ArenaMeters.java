// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import org.rpcrdma.arena.ArenaMetrics;

/**
 * Meters of a {@link org.rpcrdma.arena.ReceiveArena}:
 *
 * <pre>
 *   rpcrdma.arena.shards             shards
 *   rpcrdma.arena.shards.given.back  idle shards that were unmapped and freed
 *   rpcrdma.arena.shards.stuck       shards that could not be unmapped
 *   rpcrdma.arena.buffers            buffers in the shards
 *   rpcrdma.arena.buffers.in.use     buffers that are out
 *   rpcrdma.arena.buffers.cached     free buffers that threads and endpoints keep
 *   rpcrdma.arena.high.water         the most buffers out at once
 *   rpcrdma.arena.mappings           device mappings or registrations
 *   rpcrdma.arena.iova.pages         pages of iova space
 *   rpcrdma.arena.mapped             bytes mapped
 *   rpcrdma.arena.wasted             bytes mapped beyond the high water
 *   rpcrdma.arena.allocated          native memory
 * </pre>
 */
public final class ArenaMeters extends FigureMeters<ArenaMetrics> {
    /**
     * Makes a binder.
     *
     * @param figures the arena's; they may outlive it.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public ArenaMeters(final ArenaMetrics figures, final Iterable<Tag> tags) {
        super(figures == null ? null : () -> figures, tags);
    }

    @Override
    void bind(final Meters<ArenaMetrics> meters) {
        meters.gauge("rpcrdma.arena.shards", "shards", "shards", ArenaMetrics::shards)
                .counter(
                        "rpcrdma.arena.shards.given.back",
                        "shards",
                        "idle shards that were unmapped and freed",
                        ArenaMetrics::shardsGivenBack)
                .gauge(
                        "rpcrdma.arena.shards.stuck",
                        "shards",
                        "shards that could not be unmapped",
                        ArenaMetrics::shardsStuck)
                .gauge("rpcrdma.arena.buffers", "buffers", "buffers in the shards", ArenaMetrics::buffers)
                .gauge("rpcrdma.arena.buffers.in.use", "buffers", "buffers that are out", ArenaMetrics::buffersInUse)
                .gauge(
                        "rpcrdma.arena.buffers.cached",
                        "buffers",
                        "free buffers that threads and endpoints keep",
                        ArenaMetrics::buffersCached)
                .gauge("rpcrdma.arena.high.water", "buffers", "the most buffers out at once", ArenaMetrics::highWater)
                .gauge("rpcrdma.arena.mappings", "mappings", "device mappings or registrations", ArenaMetrics::mappings)
                .gauge("rpcrdma.arena.iova.pages", "pages", "pages of iova space", ArenaMetrics::iovaPages)
                .gauge("rpcrdma.arena.mapped", "bytes", "bytes mapped", ArenaMetrics::bytesMapped)
                .gauge("rpcrdma.arena.wasted", "bytes", "bytes mapped beyond the high water", ArenaMetrics::bytesWasted)
                .gauge("rpcrdma.arena.allocated", "bytes", "native memory", ArenaMetrics::bytesAllocated);
    }
}
