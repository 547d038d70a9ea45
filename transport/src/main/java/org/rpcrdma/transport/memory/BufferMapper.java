// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Maps or registers an endpoint's own memory for use in its work requests, depending on the device:
 *
 * <pre>
 *   LOCAL_DMA_LKEY   mapped for each transfer, with the domain's local_dma_lkey    as in the kernel
 *   otherwise        registered: the transport's own memory once, a service's memory for each transfer
 * </pre>
 */
public abstract class BufferMapper {
    private final MemoryAllocator allocator;
    private final int pageSize;

    BufferMapper(final MemoryAllocator allocator, final int pageSize) {
        this.allocator = allocator;
        this.pageSize = pageSize;
    }

    public static BufferMapper of(final Device device, final ProtectionDomain domain) {
        return device.attributes().has(DeviceCapability.LOCAL_DMA_LKEY)
                ? new DmaBufferMapper(device, domain)
                : new RegisteredBufferMapper(device, domain);
    }

    /** Returns the page size in bytes. Memory is mapped in whole pages. */
    public final int pageSize() {
        return pageSize;
    }

    /** Makes memory available to work requests until {@link #unmap}. */
    public abstract void map(MappedRange range, long address, int length, DmaDirection direction);

    /** Unmaps memory. Has no effect if the range is not mapped. */
    public abstract void unmap(MappedRange range);

    /** Prepares a block to be mapped repeatedly until {@link #forget}. */
    public abstract void keep(MappedRange range, MemoryBlock block);

    /** Releases the mapping that {@link #keep} prepared. */
    public abstract void forget(MappedRange range);

    /** Allocates page-aligned memory. */
    public final MemoryBlock allocate(final long length) {
        return allocator.allocate(length, pageSize);
    }
}
