// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Maps memory to its own address, and counts the mappings. */
public final class FakeMapper extends BufferMapper {
    private int mapped;

    /** Returns the number of ranges that are currently mapped. */
    public int mapped() {
        return mapped;
    }

    public FakeMapper() {
        super(FakeMapper::allocate, 4096);
    }

    @Override
    public void map(final MappedRange range, final long address, final int length, final DmaDirection direction) {
        range.iova = address;
        range.length = length;
        range.direction = direction;
        mapped++;
    }

    @Override
    public void unmap(final MappedRange range) {
        if (range.isMapped()) {
            range.direction = null;
            mapped--;
        }
    }

    @Override
    public void keep(final MappedRange range, final MemoryBlock block) {}

    @Override
    public void forget(final MappedRange range) {}

    private static MemoryBlock allocate(final long length, final long alignment) {
        final ByteBuffer bytes = BufferUtil.allocateDirectAligned((int) length, (int) alignment);
        return new MemoryBlock() {
            @Override
            public long address() {
                return BufferUtil.address(bytes);
            }

            @Override
            public long length() {
                return length;
            }

            @Override
            public ByteBuffer buffer() {
                return bytes;
            }

            @Override
            public void close() {}
        };
    }
}
