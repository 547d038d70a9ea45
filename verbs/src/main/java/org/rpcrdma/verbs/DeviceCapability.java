// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A feature that a device may have. The use of a missing feature fails with EOPNOTSUPP. */
public enum DeviceCapability {
    /** Fast registration, local invalidation, SEND with invalidation ({@code IBV_DEVICE_MEM_MGT_EXTENSIONS}). */
    MEMORY_MANAGEMENT_EXTENSIONS,
    /** Fast-register regions ({@code ib_alloc_mr} in the kernel's verbs). */
    FAST_REGISTER,
    /** One lkey for all DMA mappings ({@code pd->local_dma_lkey}). */
    LOCAL_DMA_LKEY,
    /** RDMA READ that invalidates the destination's key (iWARP). */
    READ_WITH_INVALIDATE,
    /** SEND that invalidates one of the peer's keys. */
    SEND_WITH_INVALIDATE,
    /** SENDs and RDMA WRITEs that carry 32 bits of immediate data. */
    IMMEDIATE_DATA,
    /** Re-registration with another protection domain or other rights. */
    REREGISTER,
    /** Re-registration with another translation. */
    REREGISTER_TRANSLATION,
    /** Regions with an iova other than their address. */
    IOVA,
    /** Memory on another device on the same bus. */
    PEER_MEMORY,
    /** Memory windows of type 1 ({@code IBV_DEVICE_MEM_WINDOW}). */
    MEMORY_WINDOW,
    /** Memory windows of type 2, which are bound to one queue pair ({@code IBV_DEVICE_MEM_WINDOW_TYPE_2B}). */
    MEMORY_WINDOW_TYPE_2B,
    /** Indirect keys that work requests configure. */
    INDIRECT_KEY,
    /** On-demand paging; {@link OnDemandCapabilities} has the details. */
    ON_DEMAND,
    /** On-demand paging over the whole address space. */
    ON_DEMAND_IMPLICIT,
    /** Writes may be reordered. */
    RELAXED_ORDERING,
    /** Short payloads inside completions, with a choice of completion sizes. */
    INLINE_RECEIVE,
    /** Unreliable connected queue pairs. */
    UC,
    /** Unreliable datagram queue pairs. */
    UD,
    /** Shared receive queues. */
    SHARED_RECEIVE_QUEUE,
    /** Shared receive queues that can be resized ({@code IBV_DEVICE_SRQ_RESIZE}). */
    SHARED_RECEIVE_QUEUE_RESIZE,
    /** Completion queues that can be resized. */
    COMPLETION_QUEUE_RESIZE,
    /**
     * Atomic posting of a chain of sends: either all of them or none ({@code ibv_wr_start(3)} to
     * {@code ibv_wr_complete(3)}).
     */
    POST_ALL_OR_NONE,
    /** Compare and swap, fetch and add. */
    ATOMICS,
    /** Atomic writes of 8 bytes. */
    ATOMIC_WRITE,
    /** Flushes of the peer's memory. */
    FLUSH
}
