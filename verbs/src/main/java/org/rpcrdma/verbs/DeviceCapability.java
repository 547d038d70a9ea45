// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A feature that a device has or lacks. Uses of a feature that it lacks fail with EOPNOTSUPP. */
public enum DeviceCapability {
    /** Fast registration, local invalidation, SEND with invalidation ({@code IBV_DEVICE_MEM_MGT_EXTENSIONS}). */
    MEMORY_MANAGEMENT_EXTENSIONS,
    /** Fast-register regions can be had here: the kernel's verbs ({@code ib_alloc_mr}). */
    FAST_REGISTER,
    /** One lkey for all DMA mappings ({@code pd->local_dma_lkey}). */
    LOCAL_DMA_LKEY,
    /** RDMA READ that invalidates the key of its sink, an iWARP operation. */
    READ_WITH_INVALIDATE,
    /** SEND that invalidates a key of the peer. */
    SEND_WITH_INVALIDATE,
    /** SENDs and RDMA WRITEs that carry 32 bits of immediate data. */
    IMMEDIATE_DATA,
    /** Re-registration in another domain or with other rights. */
    REREGISTER,
    /** Re-registration with another translation. */
    REREGISTER_TRANSLATION,
    /** Regions whose iova is not their address. */
    IOVA,
    /** Memory of another device on the bus. */
    PEER_MEMORY,
    /** Memory windows of type 1 ({@code IBV_DEVICE_MEM_WINDOW}). */
    MEMORY_WINDOW,
    /** Memory windows of type 2 that are tied to a queue pair ({@code IBV_DEVICE_MEM_WINDOW_TYPE_2B}). */
    MEMORY_WINDOW_TYPE_2B,
    /** Indirect keys set by work requests. */
    INDIRECT_KEY,
    /** On-demand paging; {@link OnDemandCapabilities} has the details. */
    ON_DEMAND,
    /** On-demand paging over the whole address space. */
    ON_DEMAND_IMPLICIT,
    /** Writes may overtake each other. */
    RELAXED_ORDERING,
    /** Short payloads inside of completions, whose size can be chosen. */
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
    /** Sends that are posted all or none ({@code ibv_wr_start(3)} to {@code ibv_wr_complete(3)}). */
    POST_ALL_OR_NONE,
    /** Compare and swap, fetch and add. */
    ATOMICS,
    /** Atomic writes of 8 bytes. */
    ATOMIC_WRITE,
    /** Flushes of the peer's memory. */
    FLUSH
}
