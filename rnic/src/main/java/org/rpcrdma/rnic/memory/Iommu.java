// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Translates a device's DMA to its host's memory: the host maps memory for the device, which uses the resulting DMA
 * addresses.
 *
 * <p>The device can access whole pages, as in hardware, but nothing beyond the memory block of a mapping.
 *
 * <p>Not thread-safe: translation would have to be locked against mapping.
 */
public abstract class Iommu implements DmaMapper {
    /** The device reads memory. */
    public static final int DEVICE_READS = 1;
    /** The device writes memory. */
    public static final int DEVICE_WRITES = 2;

    /** The answer of {@link #translate} to an access that is not allowed. */
    public static final long FAULT = 0;

    private final HostMemory memory;
    private final InPlacePayloads payloads;

    /**
     * Maps nothing at first.
     *
     * @param memory   of the host.
     * @param payloads are copied before a mapping of theirs ends.
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

    /** Maps without a separate charge, as part of a registration, whose cost includes the mapping. */
    public abstract long insert(long address, long length, DmaDirection direction);

    /** Unmaps without a separate charge. */
    public abstract void remove(long iova, long length, DmaDirection direction);

    /** Invalidates the remaining translations of unmapped mappings. */
    public abstract void close();

    /** Returns the native address of a DMA address, or {@link #FAULT}. Not an access: nothing is counted. */
    public abstract long nativeAddress(long iova);

    /** Begins the DMA of one packet. */
    public abstract void beginTransfer(boolean scattersReceive);

    /**
     * Translates an access within one page.
     *
     * @param iova   first address of the access.
     * @param length its bytes; they end in the same page.
     * @param access {@link #DEVICE_READS} or {@link #DEVICE_WRITES}.
     * @return the native address, proven to lie in a live memory block with all its bytes; or FAULT.
     */
    public abstract long translate(long iova, int length, int access);

    /** Returns the block to map, which then cannot be freed. */
    protected final HostMemoryBlock pin(final long address, final long length) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        final HostMemoryBlock block = memory.pin(address, length);
        if (block == null) {
            throw new VerbsException(Errno.EFAULT, "range lies in no memory block of the device: length=" + length);
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
