// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/**
 * A table with the mappings of up to 64 whole shards of an arena, indexed by the shard's place.
 * {@link ShardMapper#newMappings} creates it.
 *
 * <p>Places are numbered from 0. The arena sets mappings from one thread at a time. Any thread that holds a buffer of a
 * shard may read the shard's mapping.
 */
public interface ShardMappings {
    /**
     * Sets the mapping at a place. Allocates nothing.
     *
     * @param place   the shard's place.
     * @param mapping the result of {@link ShardMapper#map} for the shard; null if the shard was removed.
     */
    void set(int place, ShardMapping mapping);

    /**
     * Returns the mapping at a place. A mapping must have been set there. This method may allocate, so do not call it
     * on the data path.
     *
     * @param place the shard's place.
     * @return the mapping.
     */
    ShardMapping get(int place);

    /**
     * Returns the {@link ShardMapping#iova} of the mapping at the given place.
     *
     * @param place  the shard's place.
     * @param offset the offset from the start of the shard, in bytes.
     * @return the iova.
     */
    long iova(int place, int offset);

    /**
     * Returns {@link ShardMapping#lkey} of the mapping at a place.
     *
     * @param place  the shard's place.
     * @param offset the offset from the start of the shard, in bytes.
     * @return the lkey.
     */
    int lkey(int place, int offset);

    /**
     * Calls {@link ShardMapping#syncForCpu} on the mapping at a place.
     *
     * @param place  the shard's place.
     * @param offset the offset from the start of the shard, in bytes.
     * @param length the number of bytes that the device wrote, at least 1, within one buffer.
     */
    void syncForCpu(int place, int offset, int length);
}
