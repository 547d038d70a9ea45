// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/** A block of a shard that came in pieces, which counts to the arena's memory until it is closed. */
final class PieceMemory implements MemoryBlock {
    private final Slabs slabs;
    /** Set once it is allocated. */
    MemoryBlock block;

    PieceMemory(final Slabs slabs) {
        this.slabs = slabs;
    }

    @Override
    public long address() {
        return block.address();
    }

    @Override
    public long length() {
        return block.length();
    }

    @Override
    public ByteBuffer buffer() {
        return block.buffer();
    }

    @Override
    public void close() {
        block.close();
        slabs.gaveBack(block.length());
    }
}
