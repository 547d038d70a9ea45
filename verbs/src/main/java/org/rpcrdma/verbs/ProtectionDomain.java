// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A protection domain. A queue pair can access only memory that is registered in the queue pair's own domain. */
public interface ProtectionDomain extends AutoCloseable {
    /**
     * Returns the domain's device.
     *
     * @return the device.
     */
    Device device();

    /**
     * Returns the lkey that covers all of the device's DMA mappings ({@code pd->local_dma_lkey} in the kernel's verbs).
     * It is for local work requests only; peers cannot use it.
     *
     * @return the lkey.
     * @throws VerbsException EOPNOTSUPP if the device is driven from user space.
     */
    int localDmaLkey();

    /**
     * Allocates a fast-register region in state FREE ({@code ib_alloc_mr} with {@code IB_MR_TYPE_MEM_REG}).
     *
     * @param maxPages the maximum number of pages per registration, 1 to {@link DeviceAttributes#maxFastRegPages()}.
     * @return the region.
     * @throws VerbsException EOPNOTSUPP if the device has no fast-register regions; EINVAL if the number of pages is
     *                        out of range.
     */
    FastRegisterRegion allocateFastRegisterRegion(int maxPages);

    /**
     * Registers memory ({@code ibv_reg_mr_iova}) and pins it. With {@link Access#ON_DEMAND}, the memory is not pinned;
     * instead, the device faults in pages when it needs them.
     *
     * @param address the start address, in a live {@link MemoryBlock} of the device's memory; 0 for an implicit region.
     * @param length  the length in bytes, at least 1; or {@link MemoryRegion#WHOLE_ADDRESS_SPACE} with
     *                {@link Access#ON_DEMAND} for an implicit region.
     * @param iova    the region's start address in work requests and for peers; must have the same offset within a page
     *                as the memory, and may equal the memory's address. For page-aligned memory, 0 creates a zero-based
     *                region, like {@link Access#ZERO_BASED}.
     * @param access  {@link Access} rights.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL if the length is less than 1, if the iova has a different offset within a page than
     *                        the memory, if the range exceeds the address space, or if the rights are not a valid
     *                        combination; EFAULT if the range is not memory; ENOMEM if the device's keys or tables are
     *                        exhausted, or if the memory exceeds the process's limit for pinned memory
     *                        (RLIMIT_MEMLOCK); EOPNOTSUPP if the device lacks a requested property.
     */
    MemoryRegion registerMemory(long address, long length, long iova, int access);

    /**
     * Allocates an unbound memory window ({@code ibv_alloc_mw(3)}).
     *
     * @param type {@link MemoryWindow#TYPE_1} or {@link MemoryWindow#TYPE_2}.
     * @return the window; the caller closes it.
     * @throws VerbsException EINVAL for another type; ENOMEM if the device has no free key.
     */
    default MemoryWindow allocateMemoryWindow(final int type) {
        throw VerbsException.unsupported("memory windows");
    }

    /**
     * Creates a queue pair in state RESET ({@code ibv_create_qp(3)}). {@link QueuePair#modify} makes it ready for use.
     * For connections through a {@link ConnectionManager}, use {@link ConnectionManager#createQueuePair} instead.
     *
     * @param attributes the type, the queues and their sizes.
     * @return the queue pair.
     * @throws VerbsException EINVAL if a size exceeds the device's limits or a queue is missing; EOPNOTSUPP if the
     *                        device does not support the type, or a requested feature for this type.
     */
    QueuePair createQueuePair(QueuePairAttributes attributes);

    /**
     * Creates a shared receive queue.
     *
     * @param attributes the queue's size.
     * @return the queue; the caller closes it.
     * @throws VerbsException EINVAL if a size exceeds the device's limits.
     */
    default SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        throw VerbsException.unsupported("shared receive queues");
    }

    /**
     * Deallocates the domain.
     *
     * @throws VerbsException EBUSY while the domain contains open objects.
     */
    @Override
    void close();
}
