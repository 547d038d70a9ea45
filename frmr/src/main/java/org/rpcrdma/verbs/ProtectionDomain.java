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
     * Registers memory ({@code ibv_reg_mr_iova}). Once the call returns the memory is pinned and can be used.
     *
     * @param address where it begins, in a live {@link MemoryBlock} of the device's memory.
     * @param length  bytes, at least 1.
     * @param iova    where the region begins in work requests and for peers; its offset in a page is the address's.
     *                The address itself serves; 0, for memory that begins a page, makes a zero-based region.
     * @param access  {@link Access} rights.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL for a length below 1, an iova whose offset in a page is another or whose range
     *     leaves the address space, or rights that are no legal set; EFAULT where the range is not memory; ENOMEM
     *     where the device has no key or no room for it.
     */
    MemoryRegion registerMemory(long address, long length, long iova, int access);

    /**
     * Creates a reliable connected queue pair; {@link ConnectionManager} brings it to work.
     *
     * @param attributes its queues and their sizes.
     * @return the queue pair, in the state INIT: Receives can be posted.
     * @throws VerbsException EINVAL where a size is beyond what the device grants.
     */
    QueuePair createQueuePair(QueuePairAttributes attributes);

    /**
     * Deallocates the domain.
     *
     * @throws VerbsException EBUSY while regions or queue pairs are left in it.
     */
    @Override
    void close();
}
