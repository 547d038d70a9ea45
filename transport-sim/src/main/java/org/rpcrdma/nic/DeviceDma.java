// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Simulation;

/**
 * A NIC's DMA to and from its host's memory: keys name memory in iovas of a region or of the device, the IOMMU
 * translates them page by page, payload is copied once.
 */
final class DeviceDma {
    private final Simulation simulation;
    private final KeyTable keys;
    private final Iommu iommu;
    private final ContextMemory contexts;
    private final LandedMessages messages;
    private final DmaEngine writes;
    private final long writeLatency;
    private final long readLatency;
    private final double picosPerContext;
    private final SignedTransfer signed = new SignedTransfer(this);
    /** When the page fault is handled that the transfer ended with; NEVER where it ended with none. */
    private long pageFaultEnd;

    DeviceDma(final SimulatedDevice device, final KeyTable keys, final Iommu iommu) {
        simulation = device.simulation();
        this.keys = keys;
        this.iommu = iommu;
        contexts = device.contexts();
        messages = device.fabric().nativeMemory().messages();
        writes = new DmaEngine(device.costs(), device.costs().get(CostParameter.DMA_WRITE_INTERVAL));
        writeLatency = device.costs().nanos(CostParameter.DMA_WRITE);
        readLatency = device.costs().nanos(CostParameter.DMA_READ);
        picosPerContext = device.costs().get(CostParameter.CONTEXT_OCCUPANCY) * BusyTime.PICOS;
    }

    void beginTransfer(final boolean scattersReceive) {
        pageFaultEnd = OnDemandPaging.NEVER;
        iommu.beginTransfer(scattersReceive);
        signed.begin();
    }

    /**
     * The native address of bytes within a page that a key covers, or {@link Iommu#FAULT}: an IOMMU or a page fault, or
     * bytes that an indirect key has in several places.
     */
    long locate(final int key, final long address, final int length) {
        final MemoryKey region = keys.find(key);
        if (!isPresent(region, address, length, true) || region.contiguous(address, length) != length) {
            return Iommu.FAULT;
        }
        region.lookUp(contexts, address);
        return target(region.dmaAddress(address), length, PageTable.DEVICE_WRITES);
    }

    /** Adds memory that a key covers to a packet's payload. Returns false at an IOMMU fault or a page fault. */
    boolean gather(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        if (region != null && !isPresent(region, address, length, false)) {
            return false;
        }
        return region != null && region.signature() != null
                ? signed.gather(packet, region, address, length)
                : gatherPieces(packet, region, address, length);
    }

    /** As {@link #gather}, of memory as it is, whose pages are there. */
    boolean gatherPieces(final Packet packet, final MemoryKey region, final long address, final int length) {
        long from = address;
        int left = length;
        while (left > 0) {
            final int bytes = region == null ? bytesInPage(from, left) : region.contiguous(from, left);
            final long target = target(dmaAddress(region, from), bytes, PageTable.DEVICE_READS);
            if (target == Iommu.FAULT) {
                return false;
            }
            packet.addFragment(target, bytes);
            from += bytes;
            left -= bytes;
        }
        return true;
    }

    /**
     * Copies the next bytes of a packet's payload to memory that a key covers. Returns false at an IOMMU fault or a page
     * fault.
     */
    boolean scatter(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        if (region != null && !isPresent(region, address, length, true)) {
            return false;
        }
        return region != null && region.signature() != null
                ? signed.scatter(packet, region, address, length)
                : scatterPieces(packet, region, address, length);
    }

    /** As {@link #scatter}, to memory as it is, whose pages are there. */
    boolean scatterPieces(final Packet packet, final MemoryKey region, final long address, final int length) {
        long to = address;
        int left = length;
        while (left > 0) {
            final int bytes = region == null ? bytesInPage(to, left) : region.contiguous(to, left);
            final long target = target(dmaAddress(region, to), bytes, PageTable.DEVICE_WRITES);
            if (target == Iommu.FAULT) {
                return false;
            }
            if (target < HostBytes.ADDRESS_ONLY) {
                packet.copyTo(target, bytes);
            } else {
                messages.land(packet, target, packet.offset + (int) (to - address), bytes);
            }
            to += bytes;
            left -= bytes;
        }
        return true;
    }

    /** Finds an address for a transfer, by the key's context and translation; null is the key of all DMA mappings. */
    private long dmaAddress(final MemoryKey region, final long address) {
        if (region == null) {
            return address;
        }
        region.lookUp(contexts, address);
        return region.dmaAddress(address);
    }

    /** Whether the addresses of a range that a key covers are those of the memory, whose pages are there. */
    boolean isInPlace(final int key, final long address, final int length) {
        final MemoryKey region = keys.find(key);
        if (region == null || region.signature() != null || !region.isPresent(address, length, true)) {
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
        return true;
    }

    /** Whether the pages of a range that a key covers are there; begins a page fault where they are not. */
    boolean isPresent(final MemoryKey region, final long address, final long length, final boolean forWriting) {
        if (region.isPresent(address, length, forWriting)) {
            return true;
        }
        pageFaultEnd = region.fault(address, length, forWriting);
        return false;
    }

    /** Whether the transfer found a signature wrong, the first of its key. */
    boolean isSignatureBad() {
        return signed.isBad();
    }

    /** Whether the transfer ended with a page fault that is being handled: it can be tried again. */
    boolean isPageFault() {
        return pageFaultEnd != OnDemandPaging.NEVER;
    }

    /** When the pages are there that the transfer lacked. */
    long pageFaultEnd() {
        return pageFaultEnd;
    }

    /**
     * Where an access within one page goes, as a native address; or {@link Iommu#FAULT}.
     *
     * @param dmaAddress as {@link MemoryKey#dmaAddress} says it.
     * @param access     {@link PageTable#DEVICE_READS} or {@link PageTable#DEVICE_WRITES}.
     */
    long target(final long dmaAddress, final int bytes, final int access) {
        if (dmaAddress >= 0) {
            return iommu.translate(dmaAddress, bytes, access);
        }
        return dmaAddress == MemoryKey.NOWHERE ? NullPage.of(access) : dmaAddress & ~MemoryKey.ON_DEVICE;
    }

    /** As {@link #target}, to look at what a transfer reads or writes besides: not an access of its own; there are bytes. */
    long observed(final long dmaAddress, final int bytes) {
        final long address =
                dmaAddress >= 0 ? iommu.nativeAddress(dmaAddress) : target(dmaAddress, bytes, PageTable.DEVICE_READS);
        return address < HostBytes.ADDRESS_ONLY ? address : NullPage.of(PageTable.DEVICE_READS);
    }

    /** When the payload that was just scattered is in memory. */
    long landingTime(final int bytes) {
        return BusyTime.end(simulation.nanoTime(), transferPicos(writes, bytes)) + writeLatency;
    }

    /** Takes an engine for a packet's payload that was just gathered; returns in how many picoseconds it is on the NIC. */
    long readPicos(final DmaEngine reads, final int bytes) {
        return transferPicos(reads, bytes) + readLatency * BusyTime.PICOS;
    }

    /** In how many picoseconds the bytes have gone through an engine, and the translations and contexts that they need. */
    private long transferPicos(final DmaEngine engine, final int bytes) {
        final double stallPicos = engine.walkPicos(iommu.walks(), bytes) + contexts.reads() * picosPerContext;
        final long now = simulation.nanoTime();
        final long gone = engine.occupy(now, bytes, stallPicos);
        final long stall = Math.max(iommu.latency() + contexts.latency(), (long) (stallPicos / BusyTime.PICOS));
        return gone + (stall + iommu.awaitWalker(now + gone / BusyTime.PICOS)) * BusyTime.PICOS;
    }

    private static int bytesInPage(final long address, final int left) {
        return Math.min(left, PageTable.PAGE_SIZE - (int) (address & ~PageTable.PAGE_MASK));
    }
}
