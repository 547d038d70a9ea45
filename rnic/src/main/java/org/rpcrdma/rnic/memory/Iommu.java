// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Translates a device's DMA addresses to its host's memory. The host maps memory for the device, which then uses the
 * resulting DMA addresses.
 *
 * <p>The device can access whole pages, as in hardware, but nothing outside the mapped memory block.
 *
 * <p>Not thread-safe, because a lock would slow down every translation.
 */
public abstract class Iommu implements DmaMapper {
    /** The access right for a device to read memory. */
    public static final int DEVICE_READS = 1;
    /** The access right for a device to write memory. */
    public static final int DEVICE_WRITES = 2;

    /** The result of {@link #translate} if the access is not allowed. */
    public static final long FAULT = 0;

    private final HostMemory memory;
    private final InPlacePayloads payloads;

    /**
     * Creates an IOMMU without mappings.
     *
     * @param memory   the host's memory.
     * @param payloads the payloads to copy before the mapping of their memory ends.
     */
    protected Iommu(final HostMemory memory, final InPlacePayloads payloads) {
        this.memory = memory;
        this.payloads = payloads;
    }

    public abstract int liveMappings();

    @Override
    public final int pageSize() {
        return Pages.SIZE;
    }

    /** Maps memory for a registration. The cost of the registration includes the mapping. */
    public abstract long insert(long address, long length, DmaDirection direction);

    /** Unmaps a registration's memory. The cost of the deregistration includes the unmapping. */
    public abstract void remove(long iova, long length, DmaDirection direction);

    /** Invalidates any cached translations of removed mappings. */
    public abstract void close();

    /**
     * Returns the native address for a DMA address, or {@link #FAULT}. The statistics do not count this as an access.
     */
    public abstract long nativeAddress(long iova);

    /** Begins the DMA for one packet. */
    public abstract void beginTransfer(boolean scattersReceive);

    /**
     * Translates an access within one page.
     *
     * @param iova   the first address of the access.
     * @param length the length in bytes; the access must end in the same page.
     * @param access {@link #DEVICE_READS} or {@link #DEVICE_WRITES}.
     * @return the native address if the whole access lies within an allocated memory block, otherwise FAULT.
     */
    public abstract long translate(long iova, int length, int access);

    /** Returns the block to map, and prevents it from being freed. */
    protected final HostMemoryBlock pin(final long address, final long length) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        final HostMemoryBlock block = memory.pin(address, length);
        if (block == null) {
            throw new VerbsException(Errno.EFAULT, "range is not in a memory block of the device: length=" + length);
        }
        return block;
    }

    /** Copies the payloads on the link before a mapping ends. */
    protected final void detachPayloads() {
        payloads.detachPayloads();
    }

    protected static VerbsException noSuchMapping(final long iova, final long length, final DmaDirection direction) {
        return new VerbsException(
                Errno.EINVAL,
                "no such mapping: iova=0x" + Long.toHexString(iova) + " length=" + length + " direction=" + direction);
    }
}
