// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.port.NicCaches;

/** A NIC's DMA unit. It performs transfers to and from host memory one at a time. */
public final class DeviceDma {
    private final KeyTable keys;
    private final Iommu iommu;
    private final HostMemory memory;
    private final NicCaches contexts;
    private final DmaTimes times;
    private final LandingPool landings;
    private final DmaTransfer transfer;

    /**
     * Creates an idle DMA unit.
     *
     * @param keys     finds memory by key.
     * @param iommu    translates addresses.
     * @param contexts caches keys and translations on the NIC.
     * @param memory   the host's memory.
     * @param times    the durations of transfers.
     * @param landings the pool of landings for data in flight to memory.
     */
    public DeviceDma(
            final KeyTable keys,
            final Iommu iommu,
            final NicCaches contexts,
            final HostMemory memory,
            final DmaTimes times,
            final LandingPool landings) {
        this.keys = keys;
        this.iommu = iommu;
        this.memory = memory;
        this.contexts = contexts;
        this.times = times;
        this.landings = landings;
        transfer = new DmaTransfer(keys, iommu, contexts, memory, times);
    }

    /** Returns the device's memory keys. */
    public KeyTable keys() {
        return keys;
    }

    /** Returns the host's memory. */
    public HostMemory memory() {
        return memory;
    }

    /** Returns the NIC's caches of contexts. */
    public NicCaches contexts() {
        return contexts;
    }

    /** Returns the pool of landings, which wait for data in flight to memory. */
    public LandingPool landings() {
        return landings;
    }

    /** Creates the pipeline for a queue pair's incoming requests. */
    public DmaTimes.RequestPipeline newPipeline() {
        return times.newPipeline();
    }

    /** Begins a transfer. The previous transfer must be complete. */
    public DmaTransfer begin() {
        transfer.begin(false);
        return transfer;
    }

    /** Begins a transfer that writes a message to a Receive. The previous transfer must be complete. */
    public DmaTransfer beginReceive() {
        transfer.begin(true);
        return transfer;
    }

    /**
     * Occupies the write engine with a transfer of 0 bytes. Returns the time, in ns, at which the transfer ends and an
     * acknowledgement can be sent.
     */
    public long emptyLandingTime() {
        return begin().landingTime(0);
    }

    /** Returns true if a domain's lkey covers a range and grants the given rights; local read is implied. */
    public boolean allows(final int domain, final int lkey, final long address, final long length, final int rights) {
        return keys.allows(domain, lkey, address, length, rights, false);
    }

    /**
     * Returns true if the host's CPU can copy to a range on behalf of the device. This requires that the key's
     * addresses are host addresses and that all pages are present.
     */
    public boolean isInPlace(final int key, final long address, final int length) {
        final MemoryKey region = keys.find(key);
        if (region == null || !region.isPresent(address, length, true)) {
            return false;
        }
        long from = address;
        int left = length;
        while (left > 0) {
            if (iommu.nativeAddress(region.dmaAddress(from)) != from) {
                return false;
            }
            final int bytes = region.contiguous(from, left);
            from += bytes;
            left -= bytes;
        }
        return memory.containing(address, length) != null;
    }
}
