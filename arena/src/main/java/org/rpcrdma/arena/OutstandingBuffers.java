// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardLeaf;

/**
 * Finds an arena's buffers that are out, and says whose they are. Asked under the arena's lock, while there is no
 * stripe.
 */
final class OutstandingBuffers {
    private static final int NAMED = 8;

    private final Shards shards;

    OutstandingBuffers(final Shards shards) {
        this.shards = shards;
    }

    /** Returns the handles of buffers that are neither in a shard nor on an endpoint's stack, in ascending order. */
    private LongStream find() {
        final Set<Long> cached = shards.stacks.handlesOfEndpoints();
        return shards.present.stream()
                .boxed()
                .flatMapToLong(shard -> {
                    final ShardLeaf leaf = shards.leaf(shard);
                    return IntStream.range(0, leaf.slots(shard))
                            .map(slot -> shards.geometry.buffer(shard, slot))
                            .filter(buffer -> !leaf.isFree(buffer))
                            .mapToLong(leaf::handle);
                })
                .filter(handle -> !cached.contains(handle));
    }

    /** Returns the number of their shards. */
    int shards() {
        return (int) find().map(handle -> shards.geometry.shard(HandleBits.buffer(handle)))
                .distinct()
                .count();
    }

    /** Returns the lowest of them in ascending order, up to a limit. */
    List<ArenaLeak> lowest(final int most) {
        return find().limit(most)
                .mapToObj(handle -> {
                    final int buffer = HandleBits.buffer(handle);
                    return shards.safety.out(handle, shards.index.leafOf(buffer).state(buffer));
                })
                .collect(Collectors.toList());
    }

    /** Returns the handles of those that an endpoint has, in ascending order of the buffers. */
    long[] through(final EndpointStack endpoint) {
        return find().filter(handle -> shards.index.owner(HandleBits.buffer(handle)) == endpoint.number())
                .toArray();
    }

    /** Returns the exception that refuses to close: their number, and the names of the first ones. */
    IllegalStateException refusal() {
        final long inUse = shards.totals.buffersInUse();
        final long cached = shards.totals.buffersCached();
        String text = "arena has buffers out: buffersInUse=" + inUse;
        if (cached > 0) {
            text += " cachedByOpenEndpoints=" + cached + (inUse == 0 ? ", endpoints are to be closed first" : "");
        }
        final List<ArenaLeak> named = lowest(NAMED + 1);
        for (int i = 0; i < named.size(); i++) {
            text += "; " + (i == NAMED ? "..." : named.get(i).description());
        }
        final IllegalStateException refusal = new IllegalStateException(text);
        named.stream()
                .limit(NAMED)
                .map(ArenaLeak::trace)
                .filter(Objects::nonNull)
                .forEach(refusal::addSuppressed);
        return refusal;
    }
}
