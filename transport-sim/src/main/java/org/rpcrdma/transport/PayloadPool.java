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
import org.rpcrdma.verbs.MemoryBlock;

/** Payload memory of a server, in blocks whose sizes are powers of two; the block used last is used first. */
final class PayloadPool {
    private static final int CLASSES = 31;

    private final LocalMemory memory;
    private final ArrayList<ArrayList<Payload>> free = new ArrayList<>(CLASSES);
    private int taken;

    PayloadPool(final LocalMemory memory) {
        this.memory = memory;
        for (int i = 0; i < CLASSES; i++) {
            free.add(new ArrayList<>());
        }
    }

    /** Takes memory for some bytes, at least 1. */
    Payload take(final int length) {
        final int sizeClass = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(length, memory.pageSize()) - 1);
        final ArrayList<Payload> blocks = free.get(sizeClass);
        final Payload payload = blocks.isEmpty() ? allocate(sizeClass) : blocks.remove(blocks.size() - 1);
        payload.place(payload.block.address(), length);
        taken++;
        return payload;
    }

    private Payload allocate(final int sizeClass) {
        final MemoryBlock block = memory.allocate(1L << sizeClass);
        final Payload payload = new Payload(block, sizeClass);
        try {
            memory.keep(payload.range(), block);
        } catch (final RuntimeException e) {
            block.close();
            throw e;
        }
        return payload;
    }

    /** Ends the payload's mapping, if it has one, and takes it back. */
    void give(final Payload payload) {
        payload.unmap(memory);
        payload.bytes.wrap(0, 0);
        taken--;
        free.get(payload.sizeClass).add(payload);
    }

    void close() {
        if (taken != 0) {
            throw new IllegalStateException("payloads are in use: taken=" + taken);
        }
        for (final ArrayList<Payload> blocks : free) {
            while (!blocks.isEmpty()) {
                final Payload payload = blocks.remove(blocks.size() - 1);
                memory.forget(payload.range());
                payload.block.close();
            }
        }
    }
}
