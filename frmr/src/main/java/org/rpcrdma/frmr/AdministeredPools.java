// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.rpcrdma.verbs.VerbsException;

/** The MXBean of one device's pools. Changes that create handles run on the executor. Thread-safe. */
record AdministeredPools(String getDevice, int getDeviceIndex, FrmrPools pools, Executor changes)
        implements FrmrPoolsMXBean {
    @Override
    public List<FrmrPoolStatus> getPools() {
        final List<FrmrPoolStatus> statuses = new ArrayList<>();
        translated(() -> pools.pools().forEach(pool -> statuses.add(status(pool.key(), pool.statistics()))));
        return statuses;
    }

    @Override
    public int getAgingPeriod() {
        return pools.agingPeriod();
    }

    @Override
    public void setAgingPeriod(final int seconds) {
        translated(() -> pools.setAgingPeriod(seconds));
    }

    @Override
    public void setPinned(
            final boolean ats, final int accessFlags, final long vendorKey, final long dmaBlocks, final int count) {
        if (dmaBlocks < 0) {
            throw new IllegalArgumentException(
                    "EINVAL: number of DMA blocks must not be negative: dmaBlocks=" + dmaBlocks);
        }
        final FrmrKey key = new FrmrKey(ats, accessFlags, vendorKey, 0, dmaBlocks);
        translated(() -> changes.execute(() -> pools.setPinned(key, count)));
    }

    private static FrmrPoolStatus status(final FrmrKey key, final FrmrPoolStatistics counts) {
        return new Status(
                key.ats(),
                key.accessFlags(),
                key.vendorKey(),
                key.kernelVendorKey(),
                key.dmaBlocks(),
                counts.queued(),
                counts.inUse(),
                counts.maxInUse(),
                counts.pinned());
    }

    /** Translates this library's exceptions, because their classes may be missing on a client's class path. */
    private static void translated(final Runnable use) {
        try {
            use.run();
        } catch (final VerbsException e) {
            switch (e.errno()) {
                case EINVAL:
                    throw new IllegalArgumentException(e.getMessage());
                case EOPNOTSUPP:
                    throw new UnsupportedOperationException(e.getMessage());
                default:
                    throw new IllegalStateException(e.getMessage());
            }
        } catch (final OutOfMemoryError e) {
            throw new IllegalStateException("ENOMEM: " + e.getMessage());
        }
    }

    /** The components are named like the interface's getters, so that their accessors implement the interface. */
    private record Status(
            boolean isAts,
            int getAccessFlags,
            long getVendorKey,
            long getKernelVendorKey,
            long getDmaBlocks,
            int getQueued,
            int getInUse,
            int getMaxInUse,
            int getPinned)
            implements FrmrPoolStatus {}
}
