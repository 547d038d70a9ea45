// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.agrona.collections.IntArrayList;
import org.rpcrdma.frmr.FrmrDestroyException;
import org.rpcrdma.frmr.FrmrKey;

/**
 * A model of mlx5's mkey cache before FRMR pools, for comparison. Its public facts:
 *
 * <ul>
 *   <li>A class for each power of two of pages, from 4 pages (order 2) on. The default profile of a physical
 *       function fills orders 2 to 13 with 500 mkeys each, orders 14 to 17 with 64, 32, 16 and 8
 *       (drivers/net/ethernet/mellanox/mlx5/core/main.c, removed by "net/mlx5: Drop MR cache related code").
 *   <li>They are made when the driver loads, and destroyed when it unloads. 8 bytes a page and 64 an mkey make
 *       99.5 MB: the "100MB of memory per PF" that the series "RDMA/core: Introduce FRMR pools infrastructure" does
 *       away with.
 *   <li>Mkeys of a class have no unchangeable rights. Others are made for one registration and destroyed after it.
 *   <li>A class that runs out makes one more, which is kept as well ("RDMA/mlx5: Cache all user cacheable mkeys on
 *       dereg MR flow", September 2022).
 * </ul>
 *
 * <p>The stand-in neither refills a class that runs low nor shrinks one that grew, which the driver did in the
 * background: it holds the least memory that the design can.
 */
final class PreallocatedCache implements MkeyCache {
    private static final int FIRST_ORDER = 2;

    /** Mkeys made at start, by order from {@link #FIRST_ORDER} on. */
    private static final int[] SIZES = {500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 64, 32, 16, 8};

    private final FrmrMkeys driver;
    private final IntArrayList[] kept = new IntArrayList[SIZES.length];

    PreallocatedCache(final FrmrMkeys driver) {
        this.driver = driver;
        for (int i = 0; i < SIZES.length; i++) {
            final int[] handles = new int[SIZES[i]];
            driver.create(classKey(i), handles, handles.length);
            kept[i] = new IntArrayList(handles, handles.length, 0);
        }
    }

    @Override
    public int pop(final FrmrKey key) {
        if (!isCached(key)) {
            return create(key);
        }
        final IntArrayList handles = kept[classOf(key)];
        return handles.isEmpty() ? create(classKey(classOf(key))) : handles.popInt();
    }

    @Override
    public void push(final FrmrKey key, final int handle) {
        if (isCached(key)) {
            kept[classOf(key)].pushInt(handle);
        } else {
            driver.destroy(new int[] {handle}, 1);
        }
    }

    /** Does nothing: taken mkeys are not counted. */
    @Override
    public void drop(final FrmrKey key) {}

    @Override
    public void close() {
        for (int i = 0; i < kept.length; i++) {
            final int[] handles = kept[i].toIntArray();
            try {
                kept[i].clear();
                driver.destroy(handles, handles.length);
            } catch (final FrmrDestroyException e) {
                kept[i] = new IntArrayList(handles, e.left(), 0);
                throw e;
            }
        }
    }

    private int create(final FrmrKey key) {
        final int[] handle = new int[1];
        driver.create(key, handle, 1);
        return handle[0];
    }

    private static FrmrKey classKey(final int i) {
        return FrmrKey.of(0, 1L << FIRST_ORDER + i);
    }

    private static boolean isCached(final FrmrKey key) {
        return key.equals(FrmrKey.of(0, key.dmaBlocks())) && classOf(key) < SIZES.length;
    }

    private static int classOf(final FrmrKey key) {
        final int order = Long.SIZE - Long.numberOfLeadingZeros(key.dmaBlocks() - 1);
        return Math.max(0, order - FIRST_ORDER);
    }
}
