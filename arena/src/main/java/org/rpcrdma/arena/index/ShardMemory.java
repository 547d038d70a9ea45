// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/** The part of a {@link Slab} that is one shard, as a mapper sees it. The slab gives the memory back, not this. */
public final class ShardMemory implements MemoryBlock {
    private final MemoryBlock slab;
    private final int offset;
    private final int length;

    ShardMemory(final MemoryBlock slab, final int offset, final int length) {
        this.slab = slab;
        this.offset = offset;
        this.length = length;
    }

    @Override
    public long address() {
        return slab.address() + offset;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ByteBuffer buffer() {
        return slab.buffer().slice(offset, length);
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("a shard's memory is its slab's to give back");
    }
}
