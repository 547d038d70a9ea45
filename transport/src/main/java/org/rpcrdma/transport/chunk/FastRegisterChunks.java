// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.frmr.FastRegisterDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.SendRequests;

/**
 * Registers chunk memory with one fast-register region per segment, as in xprtrdma's frwr_ops.
 *
 * <pre>
 *   pop a region - DMA map - set pages - REG_MR ... SEND ... reply - LOCAL_INV - DMA unmap - push
 *                            iova = xid (32 bits) | low bits of the DMA address (32 bits)
 *                            key  = index (24 bits) | stepped with each registration (8 bits)
 * </pre>
 *
 * <p>If a region may still be VALID when the connection has ended, it is destroyed instead of being pushed.
 */
final class FastRegisterChunks extends ChunkRegistrar {
    private static final long LOW_WORD = 0xffff_ffffL;

    private final DmaMapper dma;
    private final int pageSize;
    private final FastRegisterDriver driver;
    private final FrmrPools pools;

    /** The pool for each number of pages. */
    private final FrmrPool[] poolOf;

    private final long[] oneAddress = new long[1];
    private final int[] oneLength = new int[1];
    private final int[] oneHandle = new int[1];

    FastRegisterChunks(
            final Device device, final ProtectionDomain domain, final Clock clock, final RegionLimits limits) {
        dma = device.dma();
        pageSize = limits.pageSize();
        driver = new FastRegisterDriver(domain);
        pools = new FrmrPools(driver, clock);
        poolOf = new FrmrPool[limits.pages() + 1];
    }

    @Override
    public FrmrPools pools() {
        return pools;
    }

    @Override
    public boolean admitsRemoteInvalidation() {
        return true;
    }

    @Override
    void open(final ChunkSegments segments, final int i, final int xid, final SendRequests chain, final long wrId) {
        prepare(segments, i, xid);
        final int access =
                segments.kind[i] == ChunkSegments.READ ? Access.REMOTE_READ : Access.REMOTE_WRITE | Access.LOCAL_WRITE;
        try {
            segments.key[i] = segments.region[i].nextKey();
            chain.registerMemory(wrId, 0, segments.region[i], segments.key[i], access);
            segments.valid[i] = true;
        } finally {
            if (!segments.valid[i]) {
                giveBack(segments, i);
            }
        }
    }

    private void prepare(final ChunkSegments segments, final int i, final int xid) {
        final long address = segments.address[i];
        final int length = segments.length[i];
        final FrmrPool pool = pool(address, length);
        final int handle = pool.pop();
        long mapped = 0;
        boolean isMapped = false;
        boolean ready = false;
        try {
            mapped = dma.map(address, length, direction(segments.kind[i]));
            isMapped = true;
            oneAddress[0] = mapped;
            oneLength[0] = length;
            final long iova = iova(xid, mapped, length);
            driver.region(handle).setPages(oneAddress, oneLength, 1, iova);
            segments.iova[i] = iova;
            ready = true;
        } finally {
            if (!ready) {
                if (isMapped) {
                    dma.unmap(mapped, length, direction(segments.kind[i]));
                }
                pool.push(handle);
            }
        }
        segments.pool[i] = pool;
        segments.handle[i] = handle;
        segments.region[i] = driver.region(handle);
        segments.mapped[i] = mapped;
    }

    private FrmrPool pool(final long address, final int length) {
        final long offset = address & (pageSize - 1);
        final int pages = (int) ((offset + length + pageSize - 1) / pageSize);
        FrmrPool pool = poolOf[pages];
        if (pool == null) {
            pool = pools.pool(FrmrKey.of(0, pages));
            poolOf[pages] = pool;
        }
        return pool;
    }

    /**
     * Returns an iova whose high 32 bits are the transaction id. The low 32 bits are those of the DMA address, which
     * preserve the offset within the page. The DMA address is used instead of the memory address because it is the same
     * in every run of a simulation. If the end of the range would overflow into the transaction id, the low bits
     * contain only the offset within the page.
     */
    private long iova(final int xid, final long mapped, final int length) {
        long low = mapped & LOW_WORD;
        if (low + length > LOW_WORD) {
            low &= pageSize - 1;
        }
        return (long) xid << Integer.SIZE | low;
    }

    private static DmaDirection direction(final int kind) {
        return kind == ChunkSegments.READ ? DmaDirection.TO_DEVICE : DmaDirection.FROM_DEVICE;
    }

    @Override
    void giveBack(final ChunkSegments segments, final int i) {
        final FrmrPool pool = segments.pool[i];
        if (segments.valid[i]) {
            oneHandle[0] = segments.handle[i];
            driver.destroy(oneHandle, 1);
            pool.drop();
        }
        dma.unmap(segments.mapped[i], segments.length[i], direction(segments.kind[i]));
        if (!segments.valid[i]) {
            pool.push(segments.handle[i]);
        }
        segments.valid[i] = false;
        segments.region[i] = null;
        segments.pool[i] = null;
    }

    @Override
    public void close() {
        pools.close();
    }
}
