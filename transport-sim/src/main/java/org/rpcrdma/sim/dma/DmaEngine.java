// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.dma;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.BusyTime;

/**
 * One direction of a NIC's DMA. A transfer occupies the engine for {@code bytes / 4096 * (l0 + walks * lm)}, so page
 * walks not only add latency but also reduce throughput. For packets of 4 KB, this is the formula of Fast &amp; Safe
 * (SOSP 2024). The walks of smaller transfers overlap with other transfers. With packets of 1,500 bytes, for example,
 * 500 IOTLB misses per MiB still allow 150 Gb/s (Farshin et al., PeerJ CS 2023), and from 512 bytes on, misses cost
 * almost nothing at 40 Gb/s (pcie-bench). Reads of the NIC's contexts occupy the engine for a time that does not depend
 * on the transfer's size. Durations are in picoseconds.
 */
public final class DmaEngine {
    private final double picosPerByte;
    private final double picosPerWalkAndByte;
    private final double picosPerLineAndByte;
    private final double leastPicos;
    private final long intervalPicos;
    private final BusyTime busy = new BusyTime();

    /**
     * Creates an idle engine.
     *
     * @param leastNanos the minimum time for which a transfer occupies the engine, in nanoseconds.
     * @param intervalNanos the minimum time between the starts of two transfers, in nanoseconds.
     */
    public DmaEngine(final CostModel costs, final double leastNanos, final double intervalNanos) {
        leastPicos = leastNanos * BusyTime.PICOS;
        intervalPicos = (long) (intervalNanos * BusyTime.PICOS);
        picosPerByte = costs.get(CostParameter.DMA_OCCUPANCY) * BusyTime.PICOS / Pages.SIZE;
        picosPerWalkAndByte = costs.get(CostParameter.WALK_OCCUPANCY) * BusyTime.PICOS / Pages.SIZE;
        picosPerLineAndByte = costs.get(CostParameter.LEAF_LINE_MISS) * BusyTime.PICOS / Pages.SIZE;
    }

    /**
     * Occupies the engine for a transfer as soon as the engine is free. Returns the time, in ps, from now until all
     * bytes of the transfer have passed through the engine.
     *
     * @param now        the current time in nanoseconds.
     * @param stallPicos the additional time, in ps, for which page walks and context reads occupy the engine.
     */
    public long occupy(final long now, final int bytes, final double stallPicos) {
        final long begin = busy.left(now);
        final long done = begin + (long) Math.max(bytes * picosPerByte, leastPicos);
        busy.set(now, Math.max(done, begin + intervalPicos) + (long) stallPicos);
        return done;
    }

    /** Returns the time, in ps, for which a transfer's page walks occupy the engine. */
    public double walkPicos(final int walks, final int farLines, final int bytes) {
        return (walks * picosPerWalkAndByte + farLines * picosPerLineAndByte) * Math.min(bytes, Pages.SIZE);
    }

    /** Returns the time, in ps, for which the given number of bytes occupies the engine without page walks. */
    public long picos(final int bytes) {
        return (long) (bytes * picosPerByte);
    }

    /** Returns the time, in ps, from {@code now} (in ns) until the engine is free. */
    public long busyFor(final long now) {
        return busy.left(now);
    }
}
