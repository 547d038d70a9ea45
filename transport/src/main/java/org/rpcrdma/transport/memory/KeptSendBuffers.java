// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.ArrayList;

/**
 * Send buffers that are used again, the one used last first: as many as were ever needed at once, each with memory and
 * a mapping of its own, as svcrdma keeps its send pool.
 */
public final class KeptSendBuffers implements SendBuffers {
    private final BufferMapper memory;
    private final int length;
    private final KeptSendMemory totals;
    private final ArrayList<MappedSendBuffer> free = new ArrayList<>();
    private int taken;

    /**
     * @param totals counts the buffers of all connections.
     */
    public KeptSendBuffers(final BufferMapper memory, final int length, final KeptSendMemory totals) {
        this.memory = memory;
        this.length = length;
        this.totals = totals;
    }

    @Override
    public SendBuffer take() {
        final SendBuffer buffer = free.isEmpty() ? allocate() : free.remove(free.size() - 1);
        taken++;
        totals.add(0, 1);
        return buffer;
    }

    private SendBuffer allocate() {
        final SendBuffer buffer = new MappedSendBuffer(memory, length);
        totals.add(length, 0);
        return buffer;
    }

    @Override
    public void give(final SendBuffer buffer) {
        taken--;
        totals.add(0, -1);
        free.add((MappedSendBuffer) buffer);
    }

    @Override
    public void close() {
        if (taken != 0) {
            throw new IllegalStateException("send buffers are in use: taken=" + taken);
        }
        while (!free.isEmpty()) {
            free.remove(free.size() - 1).close();
            totals.add(-length, 0);
        }
    }
}
