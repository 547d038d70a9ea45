// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/**
 * A mapping of a shard as one range, with one iova and one key. Subclasses obtain the key and the page size from their
 * mapper, because fields for them would cost 8 bytes of heap per shard.
 */
abstract class SingleMapping implements ShardMapping {
    private final long iova;
    private final int length;
    private boolean ended;

    SingleMapping(final long iova, final long length) {
        this.iova = iova;
        this.length = Math.toIntExact(length);
    }

    /** Returns the size of a device page, in bytes. */
    abstract int pageSize();

    /** Ends the mapping. If this method fails, it is called again later. */
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
