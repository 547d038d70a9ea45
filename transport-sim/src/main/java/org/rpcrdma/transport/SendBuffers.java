/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import java.util.ArrayList;

/**
 * Send buffers that are used again, the one used last first: as many as were ever needed at once, as svcrdma keeps its send
 * contexts.
 */
final class SendBuffers {
    private final LocalMemory memory;
    private final int length;
    private final ArrayList<SendBuffer> free = new ArrayList<>();
    private int taken;

    SendBuffers(final LocalMemory memory, final int length) {
        this.memory = memory;
        this.length = length;
    }

    SendBuffer take() {
        final SendBuffer buffer = free.isEmpty() ? new SendBuffer(memory, length) : free.remove(free.size() - 1);
        taken++;
        return buffer;
    }

    void give(final SendBuffer buffer) {
        taken--;
        free.add(buffer);
    }

    void close() {
        if (taken != 0) {
            throw new IllegalStateException("send buffers are in use: taken=" + taken);
        }
        while (!free.isEmpty()) {
            free.remove(free.size() - 1).close();
        }
    }
}
