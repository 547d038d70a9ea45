// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.dma.DmaEngine;
import org.rpcrdma.sim.host.BusyTime;
import org.rpcrdma.sim.iommu.PageWalks;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Models a NIC's DMA reads and writes of host memory through the IOMMU, without verbs, and computes how long they take.
 * On real NICs, pcie-bench's firmware measures the same times (SIGCOMM 2018). No data is copied.
 *
 * <p>Times are in virtual nanoseconds and relative to an origin that the caller chooses. Each direction has one engine,
 * which starts a transfer when the previous transfer has passed through the engine. Confined to the simulation's
 * thread.
 */
public final class BareDma {
    private final Iommu iommu;
    private final PageWalks walks;
    private final DmaEngine reads;
    private final DmaEngine writes;
    private final long readLatency;
    private final long writeLatency;

    BareDma(final CostModel costs, final Iommu iommu, final PageWalks walks) {
        this.walks = walks;
        this.iommu = iommu;
        reads = new DmaEngine(costs, 0, 0);
        writes = new DmaEngine(costs, costs.get(CostParameter.DMA_WRITE_INTERVAL), 0);
        writeLatency = costs.nanos(CostParameter.DMA_WRITE);
        readLatency = costs.nanos(CostParameter.DMA_READ);
    }

    /**
     * Reads memory.
     *
     * @param begin      the time at which the read begins.
     * @param dmaAddress the address to which the memory is mapped.
     * @param length     the length in bytes, at least 1.
     * @return the time at which the data reaches the NIC.
     * @throws VerbsException EFAULT if the IOMMU has no mapping that permits the read.
     */
    public long read(final long begin, final long dmaAddress, final int length) {
        iommu.beginTransfer(false);
        translate(dmaAddress, length, Iommu.DEVICE_READS);
        return end(reads, begin, length) + readLatency;
    }

    /**
     * Writes memory.
     *
     * @param begin      the time at which the write begins.
     * @param dmaAddress the address to which the memory is mapped.
     * @param length     the length in bytes, at least 1.
     * @return the time at which the data reaches memory.
     * @throws VerbsException EFAULT if the IOMMU has no mapping that permits the write.
     */
    public long write(final long begin, final long dmaAddress, final int length) {
        iommu.beginTransfer(false);
        translate(dmaAddress, length, Iommu.DEVICE_WRITES);
        return end(writes, begin, length) + writeLatency;
    }

    /**
     * Writes a packet to several pieces of memory in one transfer.
     *
     * @param begin        the time at which the write begins.
     * @param dmaAddresses the address to which each piece is mapped.
     * @param pieceLength  the length of each piece in bytes, at least 1.
     * @return the time at which the data reaches memory.
     * @throws VerbsException EFAULT if the IOMMU has no mapping that permits the write.
     */
    public long scatter(final long begin, final long[] dmaAddresses, final int pieceLength) {
        iommu.beginTransfer(false);
        for (final long dmaAddress : dmaAddresses) {
            translate(dmaAddress, pieceLength, Iommu.DEVICE_WRITES);
        }
        return end(writes, begin, dmaAddresses.length * pieceLength) + writeLatency;
    }

    private void translate(final long dmaAddress, final int length, final int access) {
        for (long at = dmaAddress; at < dmaAddress + length; at = (at & Pages.MASK) + Pages.SIZE) {
            final long end = Math.min(dmaAddress + length, (at & Pages.MASK) + Pages.SIZE);
            if (iommu.translate(at, (int) (end - at), access) == Iommu.FAULT) {
                throw new VerbsException(
                        Errno.EFAULT,
                        "the IOMMU rejected the DMA: address=0x" + Long.toHexString(at) + " length=" + length);
            }
        }
    }

    private long end(final DmaEngine engine, final long begin, final int length) {
        final double stallPicos = engine.walkPicos(walks.walks(), walks.farLines(), length);
        final long gone = BusyTime.end(begin, engine.occupy(begin, length, stallPicos));
        return gone + Math.max(walks.latency(), (long) (stallPicos / BusyTime.PICOS)) + walks.awaitWalker(gone);
    }
}
