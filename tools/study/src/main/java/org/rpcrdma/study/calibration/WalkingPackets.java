// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.BareDma;
import org.rpcrdma.verbs.DmaDirection;

/**
 * Writes 4 KB packets to memory with a given number of page-walk reads. Each packet is written to four buffers. A
 * buffer is in the previously used page (no walk), in a page that is not in the IOTLB (one read), or in a page whose
 * table is not cached either (two reads).
 */
final class WalkingPackets implements AutoCloseable {
    private static final long TABLE = 2 << 20;
    /** The number of page tables. It exceeds the capacity of a page-walk cache, so the next table is never cached. */
    private static final int TABLES = 64;

    private static final int PIECES = 4;

    /** The size of the packets' memory, in bytes. */
    static final long BYTES = TABLES * TABLE;
    /** The maximum number of page-walk reads per packet. */
    static final int MOST_WALKS = 2 * PIECES;

    private final MeasuredHost host;
    private final long iova;
    private final BareDma dma;
    private final long[] pieces = new long[PIECES];
    private long page;

    WalkingPackets(final MeasuredHost host) {
        this.host = host;
        iova = host.device.dma().map(host.memory.address(), BYTES, DmaDirection.FROM_DEVICE);
        dma = host.device.bareDma();
    }

    /**
     * Writes packets with the given mean number of walks. Returns the time in nanoseconds, not including the latency of
     * the last packet.
     */
    long write(final int packets, final double walks) {
        final long latency = dma.write(0, iova, MeasuredHost.PAGE);
        double due = 0;
        long end = latency;
        for (int packet = 0; packet < packets; packet++) {
            due += walks;
            for (int piece = 0; piece < PIECES; piece++) {
                final int reads = (int) Math.min(2, Math.ceil(Math.floor(due) / (PIECES - piece)));
                due -= reads;
                pieces[piece] = iova + next(reads);
            }
            end = Math.max(end, dma.scatter(0, pieces, MeasuredHost.PAGE / PIECES));
        }
        return end - latency;
    }

    private long next(final int reads) {
        if (reads == 1) {
            final long table = page / TABLE;
            page += MeasuredHost.PAGE;
            page = page / TABLE == table ? page : table * TABLE;
        } else if (reads == 2) {
            page = (page + TABLE + MeasuredHost.PAGE) % BYTES;
        }
        return page;
    }

    @Override
    public void close() {
        host.device.dma().unmap(iova, BYTES, DmaDirection.FROM_DEVICE);
    }
}
