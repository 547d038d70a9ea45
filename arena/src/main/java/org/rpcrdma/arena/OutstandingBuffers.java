// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import org.rpcrdma.arena.cache.EndpointCache;
import org.rpcrdma.arena.cache.LocalCaches;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardLeaf;

/**
 * Finds an arena's buffers that are out, and says whose they are. Asked under the arena's lock, while no thread has a
 * cache.
 */
final class OutstandingBuffers {
    private static final int NAMED = 8;

    private final ShardGeometry geometry;
    private final BufferStates states;
    private final Shards shards;
    private final LocalCaches caches;
    private final ArenaTotals totals;
    private final LeakReports reports;

    OutstandingBuffers(
            final ShardGeometry geometry,
            final BufferStates states,
            final Shards shards,
            final LocalCaches caches,
            final ArenaTotals totals,
            final LeakReports reports) {
        this.geometry = geometry;
        this.states = states;
        this.shards = shards;
        this.caches = caches;
        this.totals = totals;
        this.reports = reports;
    }

    /** Returns the handles of buffers that are neither in a shard nor on an endpoint's stack, in ascending order. */
    private List<Long> find(final long most, final LongPredicate wanted) {
        final Set<Long> cached = caches.handlesOfEndpoints();
        final List<Long> found = new ArrayList<>();
        int shard = shards.present().nextSetBit(0);
        for (; shard >= 0 && found.size() < most; shard = shards.present().nextSetBit(shard + 1)) {
            final ShardLeaf leaf = shards.leaf(shard);
            final int slots = leaf.slots(leaf.entryOf(shard));
            for (int slot = 0; slot < slots && found.size() < most; slot++) {
                final int buffer = geometry.buffer(shard, slot);
                final long handle = leaf.handle(buffer);
                if (!leaf.isFree(buffer) && !cached.contains(handle) && wanted.test(handle)) {
                    found.add(handle);
                }
            }
        }
        return found;
    }

    /** Returns the lowest of them in ascending order, up to a limit. */
    List<ArenaLeak> lowest(final int most) {
        final List<ArenaLeak> out = new ArrayList<>();
        for (final long handle : find(most, handle -> true)) {
            final int buffer = HandleBits.buffer(handle);
            out.add(reports.out(handle, shards.leaf(geometry.shard(buffer)).state(buffer)));
        }
        return out;
    }

    /** Returns the handles of those that an endpoint has, in ascending order of the buffers. */
    long[] through(final EndpointCache endpoint) {
        return find(Long.MAX_VALUE, handle -> states.isOwner(handle, endpoint)).stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** Returns the exception that refuses to close: their number, and the names of the first ones. */
    IllegalStateException refusal() {
        final long inUse = totals.buffersInUse();
        final long cached = totals.buffersCached();
        final StringBuilder text = new StringBuilder("arena has buffers out: buffersInUse=").append(inUse);
        if (cached > 0) {
            text.append(" cachedByOpenEndpoints=").append(cached);
            text.append(inUse == 0 ? ", endpoints are to be closed first" : "");
        }
        final List<ArenaLeak> named = lowest(NAMED + 1);
        for (int i = 0; i < named.size(); i++) {
            text.append("; ").append(i == NAMED ? "..." : named.get(i).description());
        }
        final IllegalStateException refusal = new IllegalStateException(text.toString());
        for (int i = 0; i < Math.min(NAMED, named.size()); i++) {
            if (named.get(i).trace() != null) {
                refusal.addSuppressed(named.get(i).trace());
            }
        }
        return refusal;
    }
}
