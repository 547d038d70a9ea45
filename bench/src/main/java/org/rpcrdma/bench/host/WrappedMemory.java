// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import org.rpcrdma.verbs.MemoryAllocator;

/** A base class for allocators that wrap another allocator. Reads are delegated to the wrapped allocator. */
public abstract class WrappedMemory implements MemoryAllocator {
    protected final MemoryAllocator memory;

    protected WrappedMemory(final MemoryAllocator memory) {
        this.memory = memory;
    }

    @Override
    public final boolean readsInPlace() {
        return memory.readsInPlace();
    }

    @Override
    public final long beginRead(final long address) {
        return memory.beginRead(address);
    }

    @Override
    public final void endRead(final long address) {
        memory.endRead(address);
    }
}
