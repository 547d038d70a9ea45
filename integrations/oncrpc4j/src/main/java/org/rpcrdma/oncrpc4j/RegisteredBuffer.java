// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Memory from which the device sends data in place. If answers or arguments in this memory are encoded with
 * {@code Xdr.xdrEncodeShallowByteBuffer}, they are sent without a copy.
 *
 * <p>Do not change or free the bytes while they are being sent. For a reply, wait until the listener of {@code
 * RpcCall.registerSendListener} has been called. For a call, wait until its reply has arrived. Thread-safe.
 */
public final class RegisteredBuffer implements AutoCloseable {
    private final MemoryBlock block;
    private final int length;
    private final MessageMemory owner;

    /** True after the memory has been freed; guarded by this. */
    private boolean isClosed;

    RegisteredBuffer(final MemoryBlock block, final int length, final MessageMemory owner) {
        this.block = block;
        this.length = length;
        this.owner = owner;
    }

    /**
     * Returns the bytes.
     *
     * @return a new big-endian direct buffer, from 0 to the requested length. Its slices and duplicates are also sent
     *     in place, unless they are read-only.
     */
    public ByteBuffer buffer() {
        return block.buffer().slice(0, length);
    }

    long address() {
        return block.address();
    }

    boolean covers(final long address, final int bytes) {
        return address + bytes <= block.address() + length;
    }

    void release() {
        block.close();
    }

    /**
     * Frees the memory. Do not use its buffers afterwards. Idempotent.
     *
     * @throws org.rpcrdma.verbs.VerbsException EBUSY while the device is sending from the memory; close it later.
     */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            owner.free(this);
            isClosed = true;
        }
    }
}
