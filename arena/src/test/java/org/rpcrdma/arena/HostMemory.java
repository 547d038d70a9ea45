// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.nio.ByteBuffer;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/** An allocator of real memory, which also maps this memory without a device. */
public final class HostMemory implements MemoryAllocator, ShardMapper {
    public static ReceiveArena.Context arena() {
        final HostMemory memory = new HostMemory();
        return new ReceiveArena.Context().memory(memory).mapper(memory);
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        final ByteBuffer whole = ByteBuffer.allocateDirect((int) (length + alignment));
        return new Block(whole.alignedSlice((int) Math.min(alignment, 4096)).slice(0, (int) length), (int) length);
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        return new Mapping(shard.address(), shard.length());
    }

    private record Block(ByteBuffer buffer, long length) implements MemoryBlock {
        @Override
        public long address() {
            return org.agrona.BufferUtil.address(buffer);
        }

        @Override
        public void close() {}
    }

    private record Mapping(long address, long bytes) implements FakeMapping {
        @Override
        public long iova(final int offset) {
            return address + offset;
        }
    }
}
