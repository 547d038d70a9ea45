// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * The memory for a chunk's bytes on the answering side. It is one of the server's blocks or, if there is no block, the
 * service's memory. It is mapped for each transfer and unmapped afterwards, as in the kernel's rdma_rw.
 */
public final class TransferMemory {
    public final MemoryBlock block;
    final int sizeClass;
    /**
     * The block's memory as an NIO buffer, into which services can read a file. Null if there is no block, or if the
     * memory is address-only.
     */
    private final ByteBuffer memory;

    private long address;
    public final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private int length;
    private final MappedRange range = new MappedRange();

    public TransferMemory(final MemoryBlock block, final int sizeClass) {
        this.block = block;
        this.sizeClass = sizeClass;
        memory = block == null ? null : memoryOf(block);
    }

    private static ByteBuffer memoryOf(final MemoryBlock block) {
        try {
            return block.buffer();
        } catch (final UnsupportedOperationException e) {
            return null;
        }
    }

    /** Sets the address and length of the memory. */
    public void place(final long begin, final int bytesUsed) {
        address = begin;
        resize(bytesUsed);
    }

    /**
     * Sets the length of the payload, which starts at the beginning of the memory. The payload must not be longer than
     * the memory.
     */
    public void resize(final int bytesUsed) {
        length = bytesUsed;
        if (memory == null) {
            bytes.wrap(address, bytesUsed);
        } else {
            bytes.wrap(memory, (int) (address - block.address()), bytesUsed);
        }
    }

    /** Returns the payload's bytes in the pool's block. */
    public ByteBuffer buffer() {
        return block.buffer().slice(0, length);
    }

    public int length() {
        return length;
    }

    /** Returns the payload's mapped range. */
    public MappedRange range() {
        return range;
    }

    public void map(final BufferMapper memory, final DmaDirection direction) {
        memory.map(range, address, length, direction);
    }

    public void unmap(final BufferMapper memory) {
        memory.unmap(range);
    }
}
