// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A chain of send work requests, staged by its owner and posted with {@link QueuePair#postSend(SendRequests)}.
 * Made by a device and reused; staging allocates nothing. A request's scatter/gather elements and other parts follow
 * it:
 *
 * <pre>{@code
 * chain.clear();
 * chain.rdmaWrite(id, 0, remoteAddress, rkey);
 * chain.sge(iova, length, lkey);
 * chain.send(id, SendRequests.SIGNALED);
 * chain.sge(headerIova, headerLength, lkey);
 * queuePair.postSend(chain);
 * }</pre>
 *
 * <p>Every staging method takes the request's id, which comes back with its completion, and flags: {@link #SIGNALED},
 * {@link #FENCE}, {@link #SOLICITED}, {@link #INLINE} or 0. It throws {@link IndexOutOfBoundsException} if the chain,
 * or the request's element list, is full, and EOPNOTSUPP if the device does not have the operation.
 */
public interface SendRequests {
    /** The request begins only when the reads and atomics before it have ended. */
    int FENCE = 1;

    /** A successful request generates a completion; a failed request always does. */
    int SIGNALED = 1 << 1;

    /** The Receive that it completes raises an event if the peer armed for solicited ones. */
    int SOLICITED = 1 << 2;

    /**
     * The data is copied when the request is posted: addresses are local memory addresses, not iovas, keys are ignored,
     * and the memory can be reused after the call returns.
     */
    int INLINE = 1 << 3;

    /** Flushed memory is seen by every observer ({@code IBV_FLUSH_GLOBAL}). */
    int FLUSH_GLOBAL = 1;

    /** Flushed memory outlasts the power ({@code IBV_FLUSH_PERSISTENT}). */
    int FLUSH_PERSISTENT = 1 << 1;

    /** Empties the chain. */
    void clear();

    /**
     * Returns requests staged.
     *
     * @return 0 to the capacity it was made with.
     */
    int size();

    /**
     * Stages a SEND.
     *
     * @param wrId  comes back with its completion.
     * @param flags of the request.
     */
    void send(long wrId, int flags);

    /**
     * Stages a SEND that invalidates a key of the peer before the peer's Receive completes.
     *
     * @param wrId  comes back with its completion.
     * @param flags of the request.
     * @param rkey  the peer's key.
     */
    void sendWithInvalidate(long wrId, int flags, int rkey);

    /**
     * Stages a SEND that brings 32 bits to the peer's completion.
     *
     * @param wrId      comes back with its completion.
     * @param flags     of the request.
     * @param immediate the bits.
     */
    default void sendWithImmediate(final long wrId, final int flags, final int immediate) {
        throw VerbsException.unsupported("immediate data");
    }

    /**
     * Stages an RDMA WRITE.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress start in the peer's memory region.
     * @param rkey          the peer's key.
     */
    void rdmaWrite(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages an RDMA WRITE that consumes a Receive of the peer and brings 32 bits to its completion.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress start in the peer's memory region.
     * @param rkey          the peer's key.
     * @param immediate     the bits.
     */
    default void rdmaWriteWithImmediate(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final int immediate) {
        throw VerbsException.unsupported("immediate data");
    }

    /**
     * Stages an RDMA READ.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress start in the peer's memory region.
     * @param rkey          the peer's key.
     */
    void rdmaRead(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages an RDMA READ that invalidates the local key after the data has arrived; an iWARP operation ({@code
     * IB_WR_RDMA_READ_WITH_INV}).
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress start in the peer's memory region.
     * @param rkey          the peer's key.
     * @param key           the local key of the destination, which is then invalid.
     */
    default void rdmaReadWithInvalidate(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final int key) {
        throw VerbsException.unsupported("RDMA READ with invalidation");
    }

    /**
     * Stages an atomic compare and swap of 8 bytes. Its element takes the value before.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress address of the value, a multiple of 8.
     * @param rkey          the peer's key.
     * @param compare       the value that it must have.
     * @param swap          the value that it has then.
     */
    default void compareAndSwap(
            final long wrId,
            final int flags,
            final long remoteAddress,
            final int rkey,
            final long compare,
            final long swap) {
        throw VerbsException.unsupported("atomics");
    }

    /**
     * Stages an atomic addition to 8 bytes. Its element takes the value before.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress address of the value, a multiple of 8.
     * @param rkey          the peer's key.
     * @param add           the addend.
     */
    default void fetchAndAdd(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final long add) {
        throw VerbsException.unsupported("atomics");
    }

    /**
     * Stages an atomic write of 8 bytes.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress destination, a multiple of 8.
     * @param rkey          the peer's key.
     * @param value         the 8 bytes.
     */
    default void atomicWrite(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final long value) {
        throw VerbsException.unsupported("atomic writes");
    }

    /**
     * Stages a flush of the peer's memory.
     *
     * @param wrId          comes back with its completion.
     * @param flags         of the request.
     * @param remoteAddress start of the range; of no account if the whole region is flushed.
     * @param length        bytes; of no account then too.
     * @param rkey          the peer's key.
     * @param type          {@link #FLUSH_GLOBAL}, {@link #FLUSH_PERSISTENT}, or both.
     * @param wholeRegion   true if the whole region is flushed ({@code IBV_FLUSH_MR}), not only the range.
     */
    default void flush(
            final long wrId,
            final int flags,
            final long remoteAddress,
            final int length,
            final int rkey,
            final int type,
            final boolean wholeRegion) {
        throw VerbsException.unsupported("flushes");
    }

    /**
     * Stages a fast registration ({@code IB_WR_REG_MR}): the region becomes VALID for the pages that were set on
     * it, under a key whose upper 24 bits are the region's.
     *
     * @param wrId   comes back with its completion.
     * @param flags  of the request.
     * @param region a FREE region of the queue pair's protection domain.
     * @param key    the region's key with the low byte that it takes now.
     * @param access {@link Access} rights.
     */
    void registerMemory(long wrId, int flags, FastRegisterRegion region, int key, int access);

    /**
     * Stages a local invalidation ({@code IB_WR_LOCAL_INV}): a fast-register region becomes FREE, a window of type 2 or
     * an indirect key opens nothing.
     *
     * @param wrId  comes back with its completion.
     * @param flags of the request.
     * @param key   its key.
     */
    void localInvalidate(long wrId, int flags, int key);

    /**
     * Stages the binding of a memory window of type 2 ({@code IBV_WR_BIND_MW}).
     *
     * @param wrId    comes back with its completion.
     * @param flags   of the request.
     * @param window  bound to nothing, of the queue pair's domain.
     * @param rkey    the window's key with the low byte that it takes now.
     * @param region  of the queue pair's domain, registered with {@link Access#MW_BIND}.
     * @param address start of the window in the region.
     * @param length  bytes, at least 1.
     * @param access  the rights that it gives: remote {@link Access} rights.
     */
    default void bindMemoryWindow(
            final long wrId,
            final int flags,
            final MemoryWindow window,
            final int rkey,
            final MemoryRegion region,
            final long address,
            final long length,
            final int access) {
        throw VerbsException.unsupported("memory windows");
    }

    /**
     * Adds a scatter/gather element to the request that was staged last.
     *
     * @param iova   start of the element.
     * @param length bytes.
     * @param lkey   the key that covers it.
     */
    void sge(long iova, int length, int lkey);
}
