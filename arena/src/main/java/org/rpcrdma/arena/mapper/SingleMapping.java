// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/**
 * A shard that the device uses as one range: one iova, one key. Keys and page sizes stay with those that know them:
 * a field here would cost every shard 8 bytes of heap.
 */
abstract class SingleMapping implements ShardMapping {
    private final long iova;
    private final int length;
    private boolean ended;

    SingleMapping(final long iova, final long length) {
        this.iova = iova;
        this.length = Math.toIntExact(length);
    }

    /** Returns bytes of a device page. */
    abstract int pageSize();

    /** Ends the mapping; called again if it failed. */
    abstract void end();

    @Override
    public final long iova(final int offset) {
        return iova + offset;
    }

    @Override
    public final int mappings() {
        return 1;
    }

    @Override
    public final long pages() {
        return DevicePages.covering(iova, length, pageSize());
    }

    @Override
    public final long bytes() {
        return length;
    }

    @Override
    public final void close() {
        if (!ended) {
            end();
            ended = true;
        }
    }
}
