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
 * One transfer between a NIC and its host's memory: copies a packet's payload, and says when the copy is done, or why
 * it could not be made. Keys name memory in iovas of a region or of the device; the IOMMU translates them page by page.
 *
 * <p>A {@link DeviceDma} has one transfer, which it hands out anew each time: use it until the next one begins.
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
     * @param scattersReceive true if the transfer writes a message to a Receive, which the IOMMU's statistics count
     *     separately.
     */
    void begin(final boolean scattersReceive) {
        pageFaultEnd = MemoryKey.NEVER;
        iommu.beginTransfer(scattersReceive);
    }

    /**
     * Returns the native address of bytes within a page that a key covers, or {@link Iommu#FAULT} at an IOMMU fault, at
     * a page fault, and if an indirect key has the bytes in several places.
     */
    public long locate(final int key, final long address, final int length) {
        final MemoryKey region = keys.find(key);
        if (!isPresent(region, address, length, true) || region.contiguous(address, length) != length) {
            return Iommu.FAULT;
        }
        region.lookUp(contexts, address);
        return iommu.translate(region.dmaAddress(address), length, Iommu.DEVICE_WRITES);
    }

    /** Adds memory that a key covers to a packet's payload. Returns false at an IOMMU fault or a page fault. */
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
     * Copies the next bytes of a packet's payload to memory that a key covers. Returns false at an IOMMU fault or a
     * page fault.
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

    /** Returns where a message is kept that goes to memory of addresses only; other data is dropped. */
    private long kept(final Packet packet, final long target, final int done, final int bytes) {
        return packet.kind == Packet.SEND
                ? memory.received(target, packet.offset + done, bytes, packet.messageLength)
                : target;
    }

    /** Looks up a key's context and translation; null is the key of all DMA mappings. */
    private long dmaAddress(final MemoryKey region, final long address) {
        if (region == null) {
            return address;
        }
        region.lookUp(contexts, address);
        return region.dmaAddress(address);
    }

    /** Returns true if the pages of a range that a key covers are present; else begins a page fault. */
    public boolean isPresent(final MemoryKey region, final long address, final long length, final boolean forWriting) {
        if (region.isPresent(address, length, forWriting)) {
            return true;
        }
        pageFaultEnd = region.fault(address, length, forWriting);
        return false;
    }

    /** Returns true if the transfer ended with a page fault that is being handled: it can be tried again. */
    public boolean isPageFault() {
        return pageFaultEnd != MemoryKey.NEVER;
    }

    /** Returns when the pages are present whose absence ended the transfer, in nanoseconds. */
    public long pageFaultEnd() {
        return pageFaultEnd;
    }

    /** Takes the write engine for the scattered bytes; returns when they are in memory, in nanoseconds. */
    public long landingTime(final int bytes) {
        return times.landing(bytes);
    }

    private static int bytesInPage(final long address, final int left) {
        return Math.min(left, Pages.SIZE - (int) (address & ~Pages.MASK));
    }
}
