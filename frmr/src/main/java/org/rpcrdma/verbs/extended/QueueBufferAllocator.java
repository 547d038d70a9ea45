// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.MemoryBlock;

/**
 * Allocates the memory of a parent domain's queues ({@code struct ibv_parent_domain_init_attr}). Called while
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
