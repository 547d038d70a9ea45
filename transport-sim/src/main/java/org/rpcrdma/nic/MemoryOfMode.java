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

import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/** A host's memory of one mode. */
final class MemoryOfMode implements MemoryAllocator {
    private final SimulatedMemory memory;
    private final MemoryMode mode;

    MemoryOfMode(final SimulatedMemory memory, final MemoryMode mode) {
        this.memory = memory;
        this.mode = mode;
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        return memory.allocate(length, alignment, mode);
    }

    @Override
    public long beginRead(final long address) {
        return memory.beginRead(address);
    }

    @Override
    public void endRead(final long address) {
        memory.endRead(address);
    }
}
