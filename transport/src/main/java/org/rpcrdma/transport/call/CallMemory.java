// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.transport.memory.TransferMemory;

/**
 * The memory of a call's chunks, and the call's share of each budget. This class is a superclass rather than a separate
 * object, because the first access to any object is expensive.
 */
abstract class CallMemory {
    static final UnsafeBuffer EMPTY = new UnsafeBuffer(0, 0);
    private static final TransferMemory[] NO_PAYLOADS = {};

    public final ReplyParts parts = new ReplyParts();

    TransferMemory readPayload;
    TransferMemory[] writePayloads = NO_PAYLOADS;
    private TransferMemory[] inPlace = NO_PAYLOADS;
    TransferMemory replyPayload;

    /** The number of bytes of payload memory that the call holds or may still allocate. See {@link PayloadBudget}. */
    long reserved;

    /**
     * True if a send buffer is reserved for the call. The call allocates the buffer when necessary. See
     * {@link SendBudget}.
     */
    boolean maySend;

    /** Returns true if a thread is still working on the answered call. See {@link ServerCall#expire}. */
    abstract boolean isExpired();

    /** Returns a buffer that contains the bytes of the Read list. The buffer is empty if there is no Read list. */
    DirectBuffer readPayload() {
        return readPayload == null ? EMPTY : readPayload.bytes;
    }

    /** Returns the bytes of the Read list as an NIO buffer. */
    ByteBuffer readPayloadBuffer() {
        return readPayload == null ? ByteBuffer.allocate(0) : readPayload.buffer();
    }

    /**
     * Returns the number of bytes to send into a Write chunk. For an expired call, this is 0, because a thread may
     * still be writing to the memory.
     */
    int writeLength(final int chunk) {
        if (isExpired() || chunk >= writePayloads.length || writePayloads[chunk] == null) {
            return 0;
        }
        return writePayloads[chunk].length();
    }

    /** Returns the total size of the call's blocks, in bytes. */
    long payloadBytes() {
        long bytes = bytes(readPayload) + bytes(replyPayload);
        for (final TransferMemory payload : writePayloads) {
            bytes += bytes(payload);
        }
        return bytes;
    }

    private static long bytes(final TransferMemory payload) {
        return payload == null || payload.block == null ? 0 : payload.block.length();
    }

    /**
     * Releases the memory that the service has reserved or passed for its answer. The memory of the reply message is
     * only unmapped. The same applies to the Write chunks of an expired call.
     */
    void forgetAnswer(final PayloadPool pool, final BufferMapper memory) {
        parts.release(memory);
        if (!isExpired()) {
            releaseWrites(pool, memory);
        }
        if (replyPayload != null) {
            replyPayload.unmap(memory);
        }
    }

    void releasePayloads(final PayloadPool pool, final BufferMapper memory) {
        parts.release(memory);
        if (readPayload != null) {
            pool.give(readPayload);
            readPayload = null;
        }
        if (replyPayload != null) {
            pool.give(replyPayload);
            replyPayload = null;
        }
        releaseWrites(pool, memory);
    }

    private void releaseWrites(final PayloadPool pool, final BufferMapper memory) {
        for (int i = 0; i < writePayloads.length; i++) {
            releaseWrite(writePayloads[i], pool, memory);
            writePayloads[i] = null;
        }
    }

    private static void releaseWrite(final TransferMemory payload, final PayloadPool pool, final BufferMapper memory) {
        if (payload == null) {
            return;
        }
        if (payload.block == null) {
            payload.unmap(memory);
        } else {
            pool.give(payload);
        }
    }

    /** Returns an object that describes a Write chunk's payload in the service's memory. */
    TransferMemory inPlace(final int chunk) {
        if (inPlace.length <= chunk) {
            inPlace = Arrays.copyOf(inPlace, chunk + 1);
        }
        if (inPlace[chunk] == null) {
            inPlace[chunk] = new TransferMemory(null, 0);
        }
        return inPlace[chunk];
    }

    /** Returns an array for the payloads of the given number of Write chunks. */
    TransferMemory[] writePayloads(final int chunks) {
        if (writePayloads.length < chunks) {
            writePayloads = Arrays.copyOf(writePayloads, chunks);
        }
        return writePayloads;
    }
}
