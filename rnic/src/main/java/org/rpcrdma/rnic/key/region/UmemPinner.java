// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Pins memory for registrations and maps it for DMA, up to the process's limit (RLIMIT_MEMLOCK). */
public final class UmemPinner {
    private final HostMemory memory;
    private final Iommu iommu;
    private final long limit;
    private long lockedBytes;
    private int live;

    /**
     * Creates a pinner.
     *
     * @param memory the host's memory.
     * @param iommu  maps pinned memory.
     * @param limit  the number of bytes that the process may pin (RLIMIT_MEMLOCK).
     */
    public UmemPinner(final HostMemory memory, final Iommu iommu, final long limit) {
        this.memory = memory;
        this.iommu = iommu;
        this.limit = limit;
    }

    /** Returns the number of pinned ranges in use by regions. Each range has a DMA mapping. */
    public int live() {
        return live;
    }

    /**
     * Pins memory for a region with the given rights. As in the kernel, memory that is already pinned is counted again.
     */
    Umem pin(final long address, final long length, final int access) {
        final DmaDirection direction = direction(access);
        final HostMemoryBlock block = memory.containing(address, length);
        final BlockKind kind = block == null ? BlockKind.PROCESS : block.kind();
        final long bytes = lockedBytes(kind, address, length);
        if (block != null && bytes > limit - lockedBytes) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "range exceeds the memory that the process may pin: bytes=" + bytes + " pinned=" + lockedBytes
                            + " limit=" + limit);
        }
        final long dmaAddress = iommu.insert(address, length, direction);
        lockedBytes += bytes;
        live++;
        return new Umem(address, length, dmaAddress, direction, kind, block.alignment());
    }

    /** Unpins a region's memory. */
    void unpin(final Umem umem) {
        iommu.remove(umem.dmaAddress(), umem.length(), umem.direction());
        lockedBytes -= lockedBytes(umem.kind(), umem.address(), umem.length());
        live--;
    }

    private static long lockedBytes(final BlockKind kind, final long address, final long length) {
        return kind.isLocked() ? Pages.count(address, length) << Pages.SHIFT : 0;
    }

    /**
     * Returns the direction of the DMA mapping. As in the kernel, the mapping allows writing only if a right requires
     * it.
     */
    private static DmaDirection direction(final int access) {
        return (access & Access.LOCAL_WRITE) != 0 ? DmaDirection.BIDIRECTIONAL : DmaDirection.TO_DEVICE;
    }
}
