// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** A send buffer with its own memory, which remains mapped until {@link #close()}. */
public final class MappedSendBuffer extends SendBuffer {
    private final BufferMapper memory;
    private final MemoryBlock block;
    private final MappedRange range = new MappedRange();

    public MappedSendBuffer(final BufferMapper memory, final int length) {
        this.memory = memory;
        block = memory.allocate(length);
        try {
            memory.keep(range, block);
            memory.map(range, block.address(), length, DmaDirection.TO_DEVICE);
        } catch (final RuntimeException e) {
            memory.forget(range);
            block.close();
            throw e;
        }
        place(block.address(), length, range.iova, range.lkey);
    }

    public void close() {
        memory.unmap(range);
        memory.forget(range);
        block.close();
    }
}
