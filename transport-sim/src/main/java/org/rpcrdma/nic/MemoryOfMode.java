// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cost.MemoryMode;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/** A host's memory of one mode. */
final class MemoryOfMode implements MemoryAllocator {
    private final SimulatedMemory memory;
    private final MemoryMode mode;

    MemoryOfMode(final SimulatedMemory memory, final MemoryMode mode) {
        this.memory = memory;
        this.mode = mode;
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        return memory.allocate(length, alignment, mode);
    }

    @Override
    public long beginRead(final long address) {
        return memory.beginRead(address);
    }

    @Override
    public void endRead(final long address) {
        memory.endRead(address);
    }
}
