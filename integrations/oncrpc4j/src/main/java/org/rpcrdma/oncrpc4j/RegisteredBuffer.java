// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Memory that the device reads in place. Data of an answer or of a call's arguments that lies here, and is encoded
 * by {@code Xdr.xdrEncodeShallowByteBuffer}, goes out without a copy.
 *
 * <p>The bytes must neither change nor be freed while they are on their way: an answer's until the listener of {@code
 * RpcCall.registerSendListener} is called, a call's until its reply is there. Thread-safe.
 */
public final class RegisteredBuffer implements AutoCloseable {
    private final MemoryBlock block;
    private final int length;
    private final MessageMemory owner;

    /** Guarded by this. */
    private boolean isClosed;

    RegisteredBuffer(final MemoryBlock block, final int length, final MessageMemory owner) {
        this.block = block;
        this.length = length;
        this.owner = owner;
    }

    /**
     * Returns the bytes.
     *
     * @return a new direct buffer, big-endian, from 0 to the length that was asked for; slices and duplicates of it go
     *     out in place, too, but not read-only ones.
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
     * Frees the memory; its buffers may not be used any more. Does nothing a second time.
     *
     * @throws org.rpcrdma.verbs.VerbsException EBUSY while the device sends from it; it can be closed later.
     */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            owner.free(this);
            isClosed = true;
        }
    }
}
