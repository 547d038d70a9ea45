// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** A protection domain: queue pairs reach only memory that was registered in their own domain. */
public interface ProtectionDomain extends AutoCloseable {
    /**
     * The device it was allocated on.
     *
     * @return the device.
     */
    Device device();

    /**
     * The key that stands for every DMA mapping of the device in local work requests
     * ({@code pd->local_dma_lkey} of the kernel's verbs). It gives a peer no access.
     *
     * @return the lkey.
     * @throws VerbsException EOPNOTSUPP on a device driven from user space.
     */
    int localDmaLkey();

    /**
     * Allocates a fast-register region ({@code ib_alloc_mr} with {@code IB_MR_TYPE_MEM_REG}); it begins FREE.
     *
     * @param maxPages pages it can register at once, 1 to {@link DeviceAttributes#maxFastRegPages()}.
     * @return the region.
     * @throws VerbsException EOPNOTSUPP where the device has none, EINVAL for a number of pages out of range.
     */
    FastRegisterRegion allocateFastRegisterRegion(int maxPages);

    /**
     * Registers memory ({@code ibv_reg_mr_iova}). Once the call returns the memory can be used: it is pinned, or, with
     * {@link Access#ON_DEMAND}, its pages are faulted in as the device needs them.
     *
     * @param address where it begins, in a live {@link MemoryBlock} of the device's memory; 0 for an implicit region.
     * @param length  bytes, at least 1; or {@link MemoryRegion#WHOLE_ADDRESS_SPACE}, with {@link Access#ON_DEMAND}: an
     *                implicit region.
     * @param iova    where the region begins in work requests and for peers; its offset in a page is the address's.
     *                The address itself serves; 0, for memory that begins a page, makes a zero-based region, as
     *                {@link Access#ZERO_BASED} does.
     * @param access  {@link Access} rights.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL for a length below 1, an iova whose offset in a page is another or whose range
     *     leaves the address space, or rights that are no legal set; EFAULT where the range is not memory; ENOMEM
     *     where the device has no key or no room for it, or more would be pinned than the process may
     *     (RLIMIT_MEMLOCK); EOPNOTSUPP for a property that the device does not have.
     */
    MemoryRegion registerMemory(long address, long length, long iova, int access);

    /**
     * Registers memory that is named by its attributes ({@code ibv_reg_mr_ex}).
     *
     * @param attributes what to register.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL where attributes exclude each other or one is missing; as
     *     {@link #registerMemory(long, long, long, int)}.
     */
    default MemoryRegion registerMemory(final MemoryRegionAttributes attributes) {
        throw Unsupported.feature("registration by attributes");
    }

    /**
     * Allocates a region that covers no memory ({@code ibv_alloc_null_mr(3)}): what the device writes through its lkey is
     * dropped, what it reads is zero. It has no rkey, its length is {@link MemoryRegion#WHOLE_ADDRESS_SPACE}.
     *
     * @return the region; the caller closes it.
     */
    default MemoryRegion allocateNullRegion() {
        throw Unsupported.feature("null regions");
    }

    /**
     * Registers the memory of another region once more: with a domain, an iova and rights of its own, over the same
     * pages (InfiniBand specification, 11.2.7.8, Register Shared Memory Region).
     *
     * @param region the other region, of the same device.
     * @param iova   where the new region begins.
     * @param access {@link Access} rights.
     * @return the region; the caller closes it, before or after the other.
     * @throws VerbsException as {@link #registerMemory(long, long, long, int)}.
     */
    default MemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        throw Unsupported.feature("shared regions");
    }

    /**
     * Registers memory that the device allocates, in contiguous pages as far as they are to be had
     * ({@code IBV_ACCESS_ALLOCATE_MR}). The memory is given back with the region.
     *
     * @param length bytes, at least 1.
     * @param access {@link Access} rights, without {@link Access#ON_DEMAND}.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL with on-demand paging; as {@link #registerMemory(long, long, long, int)}.
     */
    default MemoryRegion registerContiguous(final long length, final int access) {
        throw Unsupported.feature("contiguous regions");
    }

    /**
     * Allocates memory for regions of this domain.
     *
     * @param length bytes, at least 1.
     * @return the buffer; the caller closes it.
     */
    default DomainBuffer allocateBuffer(final long length) {
        throw Unsupported.feature("buffers of a domain");
    }

    /**
     * Takes part in a region of a process that shares the device ({@code ibv_import_mr(3)}).
     *
     * @param handle the region's {@link MemoryRegion#handle()}, of an imported domain.
     * @return the region: its keys are the original's, its address is 0; closing it leaves the original as it is.
     * @throws VerbsException ENOENT where there is no such region.
     */
    default MemoryRegion importMemoryRegion(final int handle) {
        throw Unsupported.feature("import of regions");
    }

    /**
     * The number that a process that shares the device knows the domain by ({@code pd->handle}).
     *
     * @return the handle.
     * @throws VerbsException EOPNOTSUPP where the device shares nothing.
     */
    default int handle() {
        throw Unsupported.feature("handles of domains");
    }

    /**
     * Tells the device what will be done with ranges of on-demand memory ({@code ibv_advise_mr(3)}). Best effort: ranges
     * whose pages cannot be had are no error but with {@link Advice#FLUSH}.
     *
     * @param advice    {@link Advice#PREFETCH}, {@link Advice#PREFETCH_WRITE} or {@link Advice#PREFETCH_NO_FAULT}.
     * @param flags     {@link Advice#FLUSH} or 0.
     * @param addresses where the ranges begin.
     * @param lengths   their bytes.
     * @param lkeys     the regions that they lie in.
     * @param count     how many.
     * @throws VerbsException EOPNOTSUPP where the device takes no advice, or not this one; EINVAL for unknown flags and
     *     for a key that is no on-demand region's; ENOENT for a key that is not there; EPERM for a region of another
     *     domain, or advice to write what is not writable; EFAULT for a range that leaves its region.
     */
    default void advise(
            final int advice,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        throw Unsupported.feature("advice on memory");
    }

    /**
     * Allocates a memory window ({@code ibv_alloc_mw(3)}), bound to nothing.
     *
     * @param type {@link MemoryWindow#TYPE_1} or {@link MemoryWindow#TYPE_2}.
     * @return the window; the caller closes it.
     * @throws VerbsException EINVAL for another type, ENOMEM where the device has no key left.
     */
    default MemoryWindow allocateMemoryWindow(final int type) {
        throw Unsupported.feature("memory windows");
    }

    /**
     * Creates an indirect key ({@code mlx5dv_create_mkey(3)}) that opens nothing yet.
     *
     * @param attributes its size and what it can do.
     * @return the key; the caller closes it.
     * @throws VerbsException EOPNOTSUPP for flags that are none or unknown.
     */
    default IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        throw Unsupported.feature("indirect keys");
    }

    /**
     * Creates a queue pair ({@code ibv_create_qp(3)}); {@link QueuePair#modify} brings it to work. One for a
     * {@link ConnectionManager} is created with {@link ConnectionManager#createQueuePair}. Of an
     * {@link QueuePairType#XRC_RECV} queue pair it is the shared receive queues' domains whose keys count, not this one.
     *
     * @param attributes its type, its queues and their sizes.
     * @return the queue pair, in the state RESET.
     * @throws VerbsException EINVAL where a size is beyond what the device grants, a queue or an XRC domain is missing, or is
     *     given to a type that has no use for it; EOPNOTSUPP for a type that the device does not have, or
     *     a feature that it does not have for the type.
     */
    QueuePair createQueuePair(QueuePairAttributes attributes);

    /**
     * Creates a shared receive queue.
     *
     * @param attributes its size.
     * @return the queue; the caller closes it.
     * @throws VerbsException EINVAL where a size is beyond what the device grants.
     */
    default SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        throw Unsupported.feature("shared receive queues");
    }

    /**
     * Prepares the way to a peer's port for datagrams.
     *
     * @param vector the way.
     * @return the handle; the caller closes it.
     * @throws VerbsException EINVAL for a port or an identifier that is not there.
     */
    default AddressHandle createAddressHandle(final AddressVector vector) {
        throw Unsupported.feature("unreliable datagrams");
    }

    /**
     * Deallocates the domain.
     *
     * @throws VerbsException EBUSY while anything is left in it.
     */
    @Override
    void close();
}
