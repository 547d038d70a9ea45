// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.ArrayList;

/**
 * Send memory that is managed as in svcrdma. Each connection keeps its peak number of buffers, without a limit, until
 * it ends. Each buffer has its own memory and mapping. Buffers are reused in LIFO order.
 */
public final class KeptSendMemory implements SendMemory {
    private final BufferMapper mapper;
    private final int bufferSize;
    private int buffersInUse;
    private long bytesMapped;
    private long mostBytesMapped;

    public KeptSendMemory(final BufferMapper mapper, final int bufferSize) {
        this.mapper = mapper;
        this.bufferSize = bufferSize;
    }

    @Override
    public SendBuffers open() {
        return new Kept();
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
        // Every connection has already released its buffers.
    }

    /** The send buffers of a connection. */
    private final class Kept implements SendBuffers {
        private final ArrayList<MappedSendBuffer> free = new ArrayList<>();
        private int taken;

        @Override
        public SendBuffer take() {
            final SendBuffer buffer = free.isEmpty() ? allocate() : free.remove(free.size() - 1);
            taken++;
            buffersInUse++;
            return buffer;
        }

        private SendBuffer allocate() {
            final SendBuffer buffer = new MappedSendBuffer(mapper, bufferSize);
            bytesMapped += bufferSize;
            mostBytesMapped = Math.max(mostBytesMapped, bytesMapped);
            return buffer;
        }

        @Override
        public void give(final SendBuffer buffer) {
            taken--;
            buffersInUse--;
            free.add((MappedSendBuffer) buffer);
        }

        @Override
        public void close() {
            if (taken != 0) {
                throw new IllegalStateException("send buffers are in use: taken=" + taken);
            }
            while (!free.isEmpty()) {
                free.remove(free.size() - 1).close();
                bytesMapped -= bufferSize;
            }
        }
    }
}
