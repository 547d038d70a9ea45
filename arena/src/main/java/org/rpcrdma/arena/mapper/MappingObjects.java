// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/** Stores the object of each mapping. */
final class MappingObjects implements ShardMappings {
    private final ShardMapping[] mappings;

    MappingObjects(final int shards) {
        mappings = new ShardMapping[shards];
    }

    @Override
    public void set(final int place, final ShardMapping mapping) {
        mappings[place] = mapping;
    }

    @Override
    public ShardMapping get(final int place) {
        return mappings[place];
    }

    @Override
    public long iova(final int place, final int offset) {
        return mappings[place].iova(offset);
    }

    @Override
    public int lkey(final int place, final int offset) {
        return mappings[place].lkey(offset);
    }

    @Override
    public void syncForCpu(final int place, final int offset, final int length) {
        mappings[place].syncForCpu(offset, length);
    }
}
