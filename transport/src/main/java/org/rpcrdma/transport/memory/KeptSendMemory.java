// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

/**
 * Send memory as in svcrdma: each connection keeps all buffers that it has ever needed until its end, without a bound.
 */
public final class KeptSendMemory implements SendMemory {
    private final BufferMapper memory;
    private final int bufferSize;
    private int buffersInUse;
    private long bytesMapped;
    private long mostBytesMapped;

    public KeptSendMemory(final BufferMapper memory, final int bufferSize) {
        this.memory = memory;
        this.bufferSize = bufferSize;
    }

    @Override
    public SendBuffers open() {
        return new KeptSendBuffers(memory, bufferSize, this);
    }

    void add(final int bytes, final int buffers) {
        buffersInUse += buffers;
        bytesMapped += bytes;
        mostBytesMapped = Math.max(mostBytesMapped, bytesMapped);
    }

    @Override
    public int limit() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int buffersInUse() {
        return buffersInUse;
    }

    @Override
    public long bytesMapped() {
        return bytesMapped;
    }

    @Override
    public long mostBytesMapped() {
        return mostBytesMapped;
    }

    @Override
    public void close() {
        // Every connection has given its own back.
    }
}
