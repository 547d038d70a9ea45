// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Records what happens to arenas. While nobody records, an event costs a test of a constant, which the compiler takes
 * away, and makes no object.
 */
final class ArenaEvents {
    private static final ArenaEvent.Create CREATE = new ArenaEvent.Create();
    private static final ArenaEvent.Destroy DESTROY = new ArenaEvent.Destroy();
    private static final ArenaEvent.ShardNew SHARD_NEW = new ArenaEvent.ShardNew();
    private static final ArenaEvent.ShardFree SHARD_FREE = new ArenaEvent.ShardFree();
    private static final ArenaEvent.ShardStuck SHARD_STUCK = new ArenaEvent.ShardStuck();
    private static final ArenaEvent.Buffer BUFFER = new ArenaEvent.Buffer();

    private ArenaEvents() {}

    static void create(final long arenaId, final int bufferSize, final int shardSize) {
        if (CREATE.isEnabled()) {
            final ArenaEvent.Create event = new ArenaEvent.Create();
            event.arenaId = arenaId;
            event.bufferSize = bufferSize;
            event.shardSize = shardSize;
            event.commit();
        }
    }

    static void destroy(final long arenaId) {
        if (DESTROY.isEnabled()) {
            final ArenaEvent.Destroy event = new ArenaEvent.Destroy();
            event.arenaId = arenaId;
            event.commit();
        }
    }

    static void shardNew(final long arenaId, final int shardId, final long address, final long mapNanos) {
        if (SHARD_NEW.isEnabled()) {
            final ArenaEvent.ShardNew event = new ArenaEvent.ShardNew();
            event.arenaId = arenaId;
            event.shardId = shardId;
            event.address = address;
            event.mapTime = mapNanos;
            event.commit();
        }
    }

    static void shardFree(final long arenaId, final int shardId) {
        if (SHARD_FREE.isEnabled()) {
            final ArenaEvent.ShardFree event = new ArenaEvent.ShardFree();
            event.arenaId = arenaId;
            event.shardId = shardId;
            event.commit();
        }
    }

    static void shardStuck(final long arenaId, final int shardId, final Throwable reason) {
        if (SHARD_STUCK.isEnabled()) {
            final ArenaEvent.ShardStuck event = new ArenaEvent.ShardStuck();
            event.arenaId = arenaId;
            event.shardId = shardId;
            event.reason = reason.getMessage();
            event.commit();
        }
    }

    /** Returns true if anybody records buffers. */
    static boolean isBufferRecorded() {
        return BUFFER.isEnabled();
    }

    /** For a buffer that came out of a shard; one that came out of a cache is nobody's news. */
    static void buffer(final long arenaId, final long address) {
        if (BUFFER.isEnabled()) {
            final ArenaEvent.Buffer event = new ArenaEvent.Buffer();
            event.arenaId = arenaId;
            event.address = address;
            event.commit();
        }
    }
}
