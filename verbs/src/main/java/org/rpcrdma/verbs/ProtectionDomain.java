// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A protection domain: queue pairs reach only memory that was registered in their own domain. */
public interface ProtectionDomain extends AutoCloseable {
    /**
     * Returns the device it was allocated on.
     *
     * @return the device.
     */
    Device device();

    /**
     * Returns the lkey that covers every DMA mapping of the device in local work requests ({@code pd->local_dma_lkey}
     * of the kernel's verbs). Peers cannot use it.
     *
     * @return the lkey.
     * @throws VerbsException EOPNOTSUPP on a device driven from user space.
     */
    int localDmaLkey();

    /**
     * Allocates a fast-register region ({@code ib_alloc_mr} with {@code IB_MR_TYPE_MEM_REG}); it begins FREE.
     *
     * @param maxPages pages in one registration at most, 1 to {@link DeviceAttributes#maxFastRegPages()}.
     * @return the region.
     * @throws VerbsException EOPNOTSUPP if the device has no such regions, EINVAL for a number of pages out of range.
     */
    FastRegisterRegion allocateFastRegisterRegion(int maxPages);

    /**
     * Registers memory ({@code ibv_reg_mr_iova}). Once the call returns the memory can be used: it is pinned, or, with
     * {@link Access#ON_DEMAND}, its pages are faulted in as the device needs them.
     *
     * @param address its start, in a live {@link MemoryBlock} of the device's memory; 0 for an implicit region.
     * @param length  bytes, at least 1; or {@link MemoryRegion#WHOLE_ADDRESS_SPACE}, with {@link Access#ON_DEMAND}: an
     *                implicit region.
     * @param iova    start of the region in work requests and for peers; its offset in a page is the address's.
     *                The address itself serves; 0, for memory that begins a page, makes a zero-based region, as
     *                {@link Access#ZERO_BASED} does.
     * @param access  {@link Access} rights.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL for a length below 1, an iova whose offset in a page is another or whose range
     *     leaves the address space, or rights that are no legal set; EFAULT if the range is not memory; ENOMEM
     *     if the device has no key or no room for it, or more would be pinned than the process may
     *     (RLIMIT_MEMLOCK); EOPNOTSUPP for a property that the device does not have.
     */
    MemoryRegion registerMemory(long address, long length, long iova, int access);

    /**
     * Allocates a memory window ({@code ibv_alloc_mw(3)}), bound to nothing.
     *
     * @param type {@link MemoryWindow#TYPE_1} or {@link MemoryWindow#TYPE_2}.
     * @return the window; the caller closes it.
     * @throws VerbsException EINVAL for another type, ENOMEM if the device has no key left.
     */
    default MemoryWindow allocateMemoryWindow(final int type) {
        throw VerbsException.unsupported("memory windows");
    }

    /**
     * Creates a queue pair ({@code ibv_create_qp(3)}); {@link QueuePair#modify} brings it to work. One for a {@link
     * ConnectionManager} is created with {@link ConnectionManager#createQueuePair}.
     *
     * @param attributes its type, its queues and their sizes.
     * @return the queue pair, in the state RESET.
     * @throws VerbsException EINVAL if a size is beyond the device's limits, or a queue is missing; EOPNOTSUPP for a
     *     type that the device does not have, or a feature that it does not have for the type.
     */
    QueuePair createQueuePair(QueuePairAttributes attributes);

    /**
     * Creates a shared receive queue.
     *
     * @param attributes its size.
     * @return the queue; the caller closes it.
     * @throws VerbsException EINVAL if a size is beyond the device's limits.
     */
    default SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        throw VerbsException.unsupported("shared receive queues");
    }

    /**
     * Deallocates the domain.
     *
     * @throws VerbsException EBUSY while anything is left in it.
     */
    @Override
    void close();
}
