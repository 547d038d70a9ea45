// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import java.util.ArrayList;

/**
 * Send buffers that are used again, the one used last first: as many as were ever needed at once, as svcrdma keeps its
 * send contexts.
 */
public final class SendBuffers {
    private final BufferMapper memory;
    private final int length;
    private final ArrayList<SendBuffer> free = new ArrayList<>();
    private int taken;

    public SendBuffers(final BufferMapper memory, final int length) {
        this.memory = memory;
        this.length = length;
    }

    public SendBuffer take() {
        final SendBuffer buffer = free.isEmpty() ? new SendBuffer(memory, length) : free.remove(free.size() - 1);
        taken++;
        return buffer;
    }

    public void give(final SendBuffer buffer) {
        taken--;
        free.add(buffer);
    }

    public void close() {
        if (taken != 0) {
            throw new IllegalStateException("send buffers are in use: taken=" + taken);
        }
        while (!free.isEmpty()) {
            free.remove(free.size() - 1).close();
        }
    }
}
