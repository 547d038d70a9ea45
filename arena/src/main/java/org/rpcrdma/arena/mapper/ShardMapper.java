// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Makes a shard usable by the device. Thread-safe. Called, as its mappings are closed, under the lock of the arena
 * that the shard is of: it must not use that arena.
 */
@FunctionalInterface
public interface ShardMapper extends AutoCloseable {
    /**
     * Returns the mapper that a device grants: by DMA under the domain's local_dma_lkey or, if it has none, by
     * registration.
     *
     * @param domain    the domain of the queue pairs that the buffers are posted on.
     * @param direction the direction of the device's access.
     * @return the mapper.
     */
    static ShardMapper of(final ProtectionDomain domain, final DmaDirection direction) {
        return domain.device().attributes().has(DeviceCapability.LOCAL_DMA_LKEY)
                ? new DmaShardMapper(domain, direction)
                : new RegisteredShardMapper(domain, direction);
    }

    /**
     * Maps a shard. If it fails, nothing of the shard is left mapped.
     *
     * @param shard the shard's memory, aligned to its own length; it stays the caller's, who closes it after the
     *     mapping.
     * @return the mapping; the caller closes it.
     * @throws VerbsException if the device refuses.
     */
    ShardMapping map(MemoryBlock shard);

    /**
     * Returns a table for the mappings of an arena's whole shards. Keeps the object that {@link #map} returned for each
     * shard, unless this is overridden: a mapper whose mappings differ in one number saves the heap of their objects.
     *
     * @param shards    number of shards, 1 to 64.
     * @param shardSize bytes of each shard.
     * @return the table, without a mapping.
     */
    default ShardMappings newMappings(final int shards, final int shardSize) {
        return new MappingObjects(shards);
    }

    /**
     * Checks that the mapper suits an arena's buffers. Called when an arena is made; suits all unless this is
     * overridden.
     *
     * @param bytes the size of the arena's buffers.
     * @throws IllegalArgumentException if the mapper is for buffers of another size only.
     */
    default void expectBufferSize(final int bytes) {}

    /** Releases what the mapper holds; close every mapping before. Does nothing unless this is overridden. */
    @Override
    default void close() {}
}
