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
package org.rpcrdma.verbs;

/**
 * Where a parent domain takes the memory of its queues from ({@code struct ibv_parent_domain_init_attr}). Called while
 * objects are created and destroyed, never on the data path.
 */
public interface QueueBufferAllocator {
    /**
     * Allocates memory for a queue.
     *
     * @param length    bytes.
     * @param alignment a power of two.
     * @return the block, or null: the device allocates as it does without an allocator.
     */
    MemoryBlock allocate(long length, long alignment);

    /**
     * Takes back a block.
     *
     * @param block one that {@link #allocate} returned.
     */
    void free(MemoryBlock block);
}
