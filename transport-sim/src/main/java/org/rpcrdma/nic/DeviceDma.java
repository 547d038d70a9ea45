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
package org.rpcrdma.nic;

import org.rpcrdma.sim.Simulation;

/**
 * A NIC's DMA to and from its host's memory: keys name memory in iovas of a region or of the device, the IOMMU
 * translates them page by page, payload is copied once.
 */
final class DeviceDma {
    private final Simulation simulation;
    private final KeyTable keys;
    private final Iommu iommu;
    private final DmaEngine writes;
    private final long writeLatency;

    DeviceDma(final SimulatedDevice device, final KeyTable keys, final Iommu iommu) {
        simulation = device.simulation();
        this.keys = keys;
        this.iommu = iommu;
        writes = new DmaEngine(device.costs());
        writeLatency = device.costs().nanos(CostParameter.DMA_WRITE);
    }

    void beginTransfer(final boolean scattersReceive) {
        iommu.beginTransfer(scattersReceive);
    }

    /** Adds memory that a key covers to a packet's payload. Returns false at an IOMMU fault. */
    boolean gather(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        long from = address;
        int left = length;
        while (left > 0) {
            final int bytes = bytesInPage(from, left);
            final long target =
                    iommu.translate(region == null ? from : region.dmaAddress(from), bytes, PageTable.DEVICE_READS);
            if (target == Iommu.FAULT) {
                return false;
            }
            packet.addFragment(target, bytes);
            from += bytes;
            left -= bytes;
        }
        return true;
    }

    /** Copies the next bytes of a packet's payload to memory that a key covers. Returns false at an IOMMU fault. */
    boolean scatter(final Packet packet, final int key, final long address, final int length) {
        final MemoryKey region = key == KeyTable.LOCAL_DMA_LKEY ? null : keys.find(key);
        long to = address;
        int left = length;
        while (left > 0) {
            final int bytes = bytesInPage(to, left);
            final long target =
                    iommu.translate(region == null ? to : region.dmaAddress(to), bytes, PageTable.DEVICE_WRITES);
            if (target == Iommu.FAULT) {
                return false;
            }
            packet.copyTo(target, bytes);
            to += bytes;
            left -= bytes;
        }
        return true;
    }

    /** When the payload that was just scattered is in memory. */
    long landingTime(final int bytes) {
        final long end = writes.occupy(simulation.nanoTime() * DmaEngine.PICOS, bytes, iommu.walks());
        return (end + DmaEngine.PICOS - 1) / DmaEngine.PICOS + writeLatency + iommu.latency();
    }

    private static int bytesInPage(final long address, final int left) {
        return Math.min(left, PageTable.PAGE_SIZE - (int) (address & ~PageTable.PAGE_MASK));
    }
}
