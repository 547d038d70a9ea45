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
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/** A live block of a {@link SimulatedMemory}. */
final class SimulatedMemoryBlock implements MemoryBlock {
    final Slab slab;
    final int cell;
    int mappings;
    boolean isClosed;

    private final SimulatedMemory memory;
    private final ByteBuffer bytes;
    private final long address;
    private final long length;

    SimulatedMemoryBlock(final SimulatedMemory memory, final Slab slab, final int cell, final int length) {
        this.memory = memory;
        this.slab = slab;
        this.cell = cell;
        this.length = length;
        bytes = slab.bytes(cell, length);
        address = slab.address(cell);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ByteBuffer buffer() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "memory block is closed: length=" + length);
        }
        return bytes.duplicate();
    }

    @Override
    public void close() {
        memory.free(this);
    }

    /** Whether a range lies in this block; safe against overflow. */
    boolean contains(final long start, final long count) {
        final long offset = start - address;
        return offset >= 0 && count <= length && offset <= length - count;
    }
}
