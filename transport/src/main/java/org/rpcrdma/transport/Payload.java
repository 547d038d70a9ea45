// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Memory that the bytes of chunks are moved into or out of: the server's, or, where it has no block, a service's. It is mapped for each transfer and unmapped after it, as
 * the kernel's rdma_rw does.
 */
final class Payload {
    final MemoryBlock block;
    final int sizeClass;
    private long address;
    final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private int length;
    private final LocalRange range = new LocalRange();

    Payload(final MemoryBlock block, final int sizeClass) {
        this.block = block;
        this.sizeClass = sizeClass;
    }

    /** Says where the memory is. */
    void place(final long begin, final int bytesUsed) {
        address = begin;
        resize(bytesUsed);
    }

    /** The first bytes of the memory become the payload; it must have so many. */
    void resize(final int bytesUsed) {
        length = bytesUsed;
        bytes.wrap(address, bytesUsed);
    }

    int length() {
        return length;
    }

    /** How work requests name it, while it is mapped. */
    LocalRange range() {
        return range;
    }

    void map(final LocalMemory memory, final DmaDirection direction) {
        memory.map(range, address, length, direction);
    }

    void unmap(final LocalMemory memory) {
        memory.unmap(range);
    }
}
