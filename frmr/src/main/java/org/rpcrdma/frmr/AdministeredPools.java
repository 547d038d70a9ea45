// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.List;
import java.util.stream.Collectors;
import org.rpcrdma.verbs.VerbsException;

/** The pools of one device as JMX sees them. Thread-safe, as the pools are. */
final class AdministeredPools implements FrmrPoolsMXBean {
    private final String device;
    private final int index;
    private final FrmrPools pools;

    AdministeredPools(final String device, final int index, final FrmrPools pools) {
        this.device = device;
        this.index = index;
        this.pools = pools;
    }

    @Override
    public String getDevice() {
        return device;
    }

    @Override
    public int getDeviceIndex() {
        return index;
    }

    @Override
    public List<FrmrPoolStatus> getPools() {
        return pools.pools().stream().map(FrmrPoolStatus::of).collect(Collectors.toUnmodifiableList());
    }

    @Override
    public int getAgingPeriod() {
        return pools.agingPeriod();
    }

    @Override
    public void setAgingPeriod(final int seconds) {
        change(() -> pools.setAgingPeriod(seconds));
    }

    @Override
    public void setPinned(
            final boolean ats, final int accessFlags, final long vendorKey, final long dmaBlocks, final int count) {
        if (dmaBlocks < 0) {
            throw new IllegalArgumentException("EINVAL: DMA blocks must not be negative: dmaBlocks=" + dmaBlocks);
        }
        change(() -> pools.setPinned(new FrmrKey(ats, accessFlags, vendorKey, 0, dmaBlocks), count));
    }

    /** A client need not have our exception on its class path. */
    private static void change(final Runnable change) {
        try {
            change.run();
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
}
