// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Makes shards usable by the device. Implementations must be thread-safe. The arena holds its lock while it calls the
 * mapper and closes mappings, so a mapper must not use the arena.
 */
@FunctionalInterface
public interface ShardMapper extends AutoCloseable {
    /**
     * Returns the default mapper for a device. It uses DMA mapping with the domain's local_dma_lkey or, if the device
     * does not support DMA mapping, registration.
     *
     * @param domain    the domain of the queue pairs on which the buffers are posted.
     * @param direction the direction of the device's access.
     * @return the mapper.
     */
    static ShardMapper of(final ProtectionDomain domain, final DmaDirection direction) {
        return domain.device().attributes().has(DeviceCapability.LOCAL_DMA_LKEY)
                ? new DmaShardMapper(domain, direction)
                : new RegisteredShardMapper(domain, direction);
    }

    /**
     * Maps a shard. If mapping fails, no part of the shard remains mapped.
     *
     * @param shard the shard's memory, aligned to its own length; the caller owns this memory and closes it after the
     *              mapping.
     * @return the mapping; the caller closes it.
     * @throws VerbsException if the device cannot map the shard.
     */
    ShardMapping map(MemoryBlock shard);

    /**
     * Returns a table for the mappings of an arena's whole shards. By default, the table stores the object that
     * {@link #map} returned for each shard. To save heap memory, override this method if the mappings differ from each
     * other only in a number.
     *
     * @param shards    the number of shards, 1 to 64.
     * @param shardSize the size of each shard, in bytes.
     * @return an empty table.
     */
    default ShardMappings newMappings(final int shards, final int shardSize) {
        return new MappingObjects(shards);
    }

    /**
     * Checks that the mapper supports the size of an arena's buffers. Called when an arena is opened. By default, a
     * mapper supports all sizes.
     *
     * @param bytes the size of the arena's buffers.
     * @throws IllegalArgumentException if the mapper requires another buffer size.
     */
    default void expectBufferSize(final int bytes) {}

    /** Releases the mapper's resources. Close every mapping first. Does nothing by default. */
    @Override
    default void close() {}
}
