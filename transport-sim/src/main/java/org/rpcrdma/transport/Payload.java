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

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Memory that the bytes of chunks are moved into or out of: the server's, or, where it has no block, a service's. It is mapped for each transfer and unmapped after it, as
 * the kernel's rdma_rw does.
 */
final class Payload {
    final MemoryBlock block;
    final int sizeClass;
    private long address;
    final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private int length;
    private final LocalRange range = new LocalRange();

    Payload(final MemoryBlock block, final int sizeClass) {
        this.block = block;
        this.sizeClass = sizeClass;
    }

    /** Says where the memory is. */
    void place(final long begin, final int bytesUsed) {
        address = begin;
        resize(bytesUsed);
    }

    /** The first bytes of the memory become the payload; it must have so many. */
    void resize(final int bytesUsed) {
        length = bytesUsed;
        bytes.wrap(address, bytesUsed);
    }

    int length() {
        return length;
    }

    /** How work requests name it, while it is mapped. */
    LocalRange range() {
        return range;
    }

    void map(final LocalMemory memory, final DmaDirection direction) {
        memory.map(range, address, length, direction);
    }

    void unmap(final LocalMemory memory) {
        memory.unmap(range);
    }
}
