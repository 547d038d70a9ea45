// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Provides addresses that are not backed by memory, and maps them without a device, so that a benchmark measures only
 * the arena.
 */
final class AddressesOnly implements MemoryAllocator, ShardMapper {
    private final AtomicLong next = new AtomicLong(1L << 40);

    static ReceiveArena.Context arena() {
        final AddressesOnly memory = new AddressesOnly();
        return new ReceiveArena.Context().memory(memory).mapper(memory);
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        return new Block(next.getAndAdd(length + alignment - 1 & -alignment), length);
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        return new Mapping(shard.address(), (int) shard.length());
    }

    private record Block(long address, long length) implements MemoryBlock {
        @Override
        public ByteBuffer buffer() {
            throw new UnsupportedOperationException("addresses only");
        }

        @Override
        public void close() {}
    }

    private record Mapping(long address, int length) implements ShardMapping {
        @Override
        public long iova(final int offset) {
            return address + offset;
        }

        @Override
        public int lkey(final int offset) {
            return 1;
        }

        @Override
        public void syncForCpu(final int offset, final int bytes) {}

        @Override
        public int mappings() {
            return 1;
        }

        @Override
        public long pages() {
            return length >> 12;
        }

        @Override
        public long bytes() {
            return length;
        }

        @Override
        public void close() {}
    }
}
