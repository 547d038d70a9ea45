// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.DmaTimes;
import org.rpcrdma.rnic.port.NicCaches;

/**
 * One transfer between a NIC and its host's memory. A transfer copies a packet's payload. It yields the time at which
 * the copy is complete, or the reason for its failure. Addresses are iovas of a key; the IOMMU translates them page by
 * page.
 *
 * <p>A {@link DeviceDma} reuses one object for all transfers, so do not use the object after the next transfer has
 * begun.
 */
public final class DmaTransfer {
    private final KeyTable keys;
    private final Iommu iommu;
    private final NicCaches contexts;
    private final HostMemory memory;
    private final DmaTimes times;
    private long pageFaultEnd;

    DmaTransfer(
            final KeyTable keys,
            final Iommu iommu,
            final NicCaches contexts,
            final HostMemory memory,
            final DmaTimes times) {
        this.keys = keys;
        this.iommu = iommu;
        this.contexts = contexts;
        this.memory = memory;
        this.times = times;
    }

    /**
     * Begins a new transfer and clears the previous result.
     *
     * @param scattersReceive true if the transfer writes a message to a Receive; the IOMMU's statistics count such
     *                        transfers separately.
     */
    void begin(final boolean scattersReceive) {
        pageFaultEnd = MemoryKey.NEVER;
        iommu.beginTransfer(scattersReceive);
    }

    /**
     * Returns the native address of a range within one page that a key covers. Returns {@link Iommu#FAULT} if an IOMMU
     * fault or a page fault occurs, or if an indirect key splits the range.
     */
    public long locate(final int key, final long address, final int length) {
        final MemoryKey region = keys.find(key);
        if (!isPresent(region, address, length, true) || region.contiguous(address, length) != length) {
            return Iommu.FAULT;
        }
        region.lookUp(contexts, address);
        return iommu.translate(region.dmaAddress(address), length, Iommu.DEVICE_WRITES);
    }

    /** Adds memory that a key covers to a packet's payload. Returns false if an IOMMU fault or a page fault occurs. */
    public boolean gather(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        if (region != null && !isPresent(region, address, length, false)) {
            return false;
        }
        long from = address;
        int left = length;
        while (left > 0) {
            final int bytes = region == null ? bytesInPage(from, left) : region.contiguous(from, left);
            final long target = iommu.translate(dmaAddress(region, from), bytes, Iommu.DEVICE_READS);
            if (target == Iommu.FAULT) {
                return false;
            }
            packet.payload.add(target, bytes);
            from += bytes;
            left -= bytes;
        }
        return true;
    }

    /**
     * Copies the next bytes of a packet's payload to memory that a key covers. Returns false if an IOMMU fault or a
     * page fault occurs.
     */
    public boolean scatter(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        if (region != null && !isPresent(region, address, length, true)) {
            return false;
        }
        long to = address;
        int left = length;
        while (left > 0) {
            final int bytes = region == null ? bytesInPage(to, left) : region.contiguous(to, left);
            final long target = iommu.translate(dmaAddress(region, to), bytes, Iommu.DEVICE_WRITES);
            if (target == Iommu.FAULT) {
                return false;
            }
            packet.payload.copyTo(
                    target < HostBytes.ADDRESS_ONLY ? target : kept(packet, target, (int) (to - address), bytes),
                    bytes);
            to += bytes;
            left -= bytes;
        }
        return true;
    }

    /**
     * Returns the native address at which to store the next bytes of a packet. Messages are stored even if the target
     * is address-only memory; other data for such memory is dropped.
     */
    private long kept(final Packet packet, final long target, final int done, final int bytes) {
        return packet.kind == Packet.SEND
                ? memory.received(target, packet.offset + done, bytes, packet.messageLength)
                : target;
    }

    /** Looks up a key's context and translation; a null key means the lkey that covers all DMA mappings. */
    private long dmaAddress(final MemoryKey region, final long address) {
        if (region == null) {
            return address;
        }
        region.lookUp(contexts, address);
        return region.dmaAddress(address);
    }

    /** Returns true if a key covers a range and all its pages are present; otherwise raises a page fault. */
    public boolean isPresent(final MemoryKey region, final long address, final long length, final boolean forWriting) {
        if (region.isPresent(address, length, forWriting)) {
            return true;
        }
        pageFaultEnd = region.fault(address, length, forWriting);
        return false;
    }

    /**
     * Returns true if the transfer failed because of a page fault that is being resolved, so that a retry can succeed.
     */
    public boolean isPageFault() {
        return pageFaultEnd != MemoryKey.NEVER;
    }

    /** Returns the time, in ns, at which the page fault that ended the transfer will be resolved. */
    public long pageFaultEnd() {
        return pageFaultEnd;
    }

    /** Occupies the write engine with the scattered bytes. Returns the time, in ns, at which they are in memory. */
    public long landingTime(final int bytes) {
        return times.landing(bytes);
    }

    private static int bytesInPage(final long address, final int left) {
        return Math.min(left, Pages.SIZE - (int) (address & ~Pages.MASK));
    }
}
