// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/** The memory of a shard, or of a piece of one, as a mapper sees it: part of a larger block or all of it. */
public final class ShardMemory implements MemoryBlock {
    private final MemoryBlock block;
    private final int offset;
    private final int length;
    private final Runnable close;

    /** Takes part of a block; closing it runs the given action. */
    ShardMemory(final MemoryBlock block, final int offset, final int length, final Runnable close) {
        this.block = block;
        this.offset = offset;
        this.length = length;
        this.close = close;
    }

    @Override
    public long address() {
        return block.address() + offset;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ByteBuffer buffer() {
        return block.buffer().slice(offset, length);
    }

    @Override
    public void close() {
        close.run();
    }
}
