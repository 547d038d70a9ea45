// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A chain of send work requests. Its owner stages the requests and posts them with {@link
 * QueuePair#postSend(SendRequests)}. A device creates the chain, and the owner reuses it, so that staging allocates
 * nothing. Stage a request first, then its scatter/gather elements and other parts:
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
 * <p>Every staging method accepts the id that the request's completion reports, and either 0 or a combination of the
 * flags {@link #SIGNALED}, {@link #FENCE}, {@link #SOLICITED} and {@link #INLINE}. It throws {@link
 * IndexOutOfBoundsException} if the chain or the request's element list is full, and EOPNOTSUPP if the device lacks the
 * operation.
 */
public interface SendRequests {
    /** The request starts only after previous READs and atomics have completed. */
    int FENCE = 1;

    /** A successful request generates a completion; a failed request always does. */
    int SIGNALED = 1 << 1;

    /** The peer's Receive raises an event if the peer's queue is armed for solicited events. */
    int SOLICITED = 1 << 2;

    /**
     * Posting copies the data. The addresses are local memory addresses instead of iovas, keys are ignored, and the
     * memory can be reused when the call returns.
     */
    int INLINE = 1 << 3;

    /** The flushed data is visible to every observer ({@code IBV_FLUSH_GLOBAL}). */
    int FLUSH_GLOBAL = 1;

    /** The flushed data survives a power failure ({@code IBV_FLUSH_PERSISTENT}). */
    int FLUSH_PERSISTENT = 1 << 1;

    /** Empties the chain. */
    void clear();

    /**
     * Returns the number of staged requests.
     *
     * @return the number, 0 to the chain's capacity.
     */
    int size();

    /**
     * Stages a SEND.
     *
     * @param wrId  the id that the completion reports.
     * @param flags the request's flags.
     */
    void send(long wrId, int flags);

    /**
     * Stages a SEND that invalidates one of the peer's keys before the peer's Receive completes.
     *
     * @param wrId  the id that the completion reports.
     * @param flags the request's flags.
     * @param rkey  the peer's key.
     */
    void sendWithInvalidate(long wrId, int flags, int rkey);

    /**
     * Stages a SEND that delivers 32 bits of immediate data in the peer's completion.
     *
     * @param wrId      the id that the completion reports.
     * @param flags     the request's flags.
     * @param immediate the immediate data.
     */
    default void sendWithImmediate(final long wrId, final int flags, final int immediate) {
        throw VerbsException.unsupported("immediate data");
    }

    /**
     * Stages an RDMA WRITE.
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the address in the peer's memory region.
     * @param rkey          the peer's key.
     */
    void rdmaWrite(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages an RDMA WRITE that consumes one of the peer's Receives and delivers 32 bits of immediate data in its
     * completion.
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the address in the peer's memory region.
     * @param rkey          the peer's key.
     * @param immediate     the immediate data.
     */
    default void rdmaWriteWithImmediate(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final int immediate) {
        throw VerbsException.unsupported("immediate data");
    }

    /**
     * Stages an RDMA READ.
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the address in the peer's memory region.
     * @param rkey          the peer's key.
     */
    void rdmaRead(long wrId, int flags, long remoteAddress, int rkey);

    /**
     * Stages an RDMA READ that invalidates the local key when the data has arrived. This is an iWARP operation
     * ({@code IB_WR_RDMA_READ_WITH_INV}).
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the address in the peer's memory region.
     * @param rkey          the peer's key.
     * @param key           the local key for the destination, which the READ invalidates.
     */
    default void rdmaReadWithInvalidate(
            final long wrId, final int flags, final long remoteAddress, final int rkey, final int key) {
        throw VerbsException.unsupported("RDMA READ with invalidation");
    }

    /**
     * Stages an atomic compare and swap of 8 bytes. The previous value is stored in the request's element.
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the value's address, a multiple of 8.
     * @param rkey          the peer's key.
     * @param compare       the expected value.
     * @param swap          the new value.
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
     * Stages an atomic addition to an 8-byte value. The previous value is stored in the request's element.
     *
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the value's address, a multiple of 8.
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
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the destination, a multiple of 8.
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
     * @param wrId          the id that the completion reports.
     * @param flags         the request's flags.
     * @param remoteAddress the start of the range; ignored if the whole region is flushed.
     * @param length        the length in bytes; ignored if the whole region is flushed.
     * @param rkey          the peer's key.
     * @param type          {@link #FLUSH_GLOBAL}, {@link #FLUSH_PERSISTENT}, or both.
     * @param wholeRegion   true to flush the whole region instead of the range ({@code IBV_FLUSH_MR}).
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
     * Stages a fast registration ({@code IB_WR_REG_MR}). It makes the region VALID for its page list, and sets a new
     * low byte in the region's key.
     *
     * @param wrId   the id that the completion reports.
     * @param flags  the request's flags.
     * @param region a FREE region of the queue pair's protection domain.
     * @param key    the region's key with the new low byte.
     * @param access {@link Access} rights.
     */
    void registerMemory(long wrId, int flags, FastRegisterRegion region, int key, int access);

    /**
     * Stages a local invalidation ({@code IB_WR_LOCAL_INV}). A fast-register region becomes FREE; a type 2 window or an
     * indirect key becomes invalid.
     *
     * @param wrId  the id that the completion reports.
     * @param flags the request's flags.
     * @param key   the key to invalidate.
     */
    void localInvalidate(long wrId, int flags, int key);

    /**
     * Stages the bind of a type 2 memory window ({@code IBV_WR_BIND_MW}).
     *
     * @param wrId    the id that the completion reports.
     * @param flags   the request's flags.
     * @param window  an unbound window of the queue pair's domain.
     * @param rkey    the window's key with the new low byte.
     * @param region  a region of the queue pair's domain, registered with {@link Access#MW_BIND}.
     * @param address the window's start address in the region.
     * @param length  the length in bytes, at least 1.
     * @param access  the window's remote {@link Access} rights.
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
     * Adds a scatter/gather element to the last request.
     *
     * @param iova   the element's address.
     * @param length the length in bytes.
     * @param lkey   the key that covers the element.
     */
    void sge(long iova, int length, int lkey);
}
