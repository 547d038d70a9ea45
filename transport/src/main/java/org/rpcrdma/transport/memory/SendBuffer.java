// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Memory that messages are built in and sent from, mapped for the device for as long as it lives. */
public final class SendBuffer {
    public final UnsafeBuffer bytes;
    public final long iova;
    public final int lkey;
    private final BufferMapper memory;
    private final MemoryBlock block;
    private final MappedRange range = new MappedRange();

    public SendBuffer(final BufferMapper memory, final int length) {
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
        iova = range.iova;
        lkey = range.lkey;
        bytes = new UnsafeBuffer(block.address(), length);
    }

    public void close() {
        memory.unmap(range);
        memory.forget(range);
        block.close();
    }
}
