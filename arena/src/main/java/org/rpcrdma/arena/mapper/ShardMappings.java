// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/**
 * The mappings of up to 64 whole shards of an arena, each at the place of its shard. Made by {@link
 * ShardMapper#newMappings}.
 *
 * <p>Places are 0 to the number of shards - 1. The arena sets mappings in one thread at a time, and reads a mapping in
 * any thread that has a buffer of the shard.
 */
public interface ShardMappings {
    /**
     * Sets the mapping of a place. Creates no object.
     *
     * @param place   the place of the shard.
     * @param mapping what {@link ShardMapper#map} returned for the shard; null if the shard is gone.
     */
    void set(int place, ShardMapping mapping);

    /**
     * Returns the mapping of a place, which was set. Not for the data path: it may create an object.
     *
     * @param place the place of the shard.
     * @return the mapping.
     */
    ShardMapping get(int place);

    /**
     * Returns {@link ShardMapping#iova} of the mapping of a place.
     *
     * @param place  the place of the shard.
     * @param offset bytes from the beginning of the shard.
     * @return the iova.
     */
    long iova(int place, int offset);

    /**
     * Returns {@link ShardMapping#lkey} of the mapping of a place.
     *
     * @param place  the place of the shard.
     * @param offset bytes from the beginning of the shard.
     * @return the lkey.
     */
    int lkey(int place, int offset);

    /**
     * Calls {@link ShardMapping#syncForCpu} of the mapping of a place.
     *
     * @param place  the place of the shard.
     * @param offset bytes from the beginning of the shard.
     * @param length bytes that the device wrote, at least 1, within one buffer.
     */
    void syncForCpu(int place, int offset, int length);
}
