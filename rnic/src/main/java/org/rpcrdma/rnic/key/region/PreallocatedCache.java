// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.agrona.collections.IntArrayList;
import org.rpcrdma.frmr.FrmrDestroyException;
import org.rpcrdma.frmr.FrmrKey;

/**
 * A model of mlx5's mkey cache before FRMR pools, for comparison. It follows published facts:
 * <ul>
 *   <li>There is one class for each power-of-two number of pages, starting at 4 pages (order 2). A physical function's
 *       default profile fills orders 2 to 13 with 500 mkeys each, and orders 14 to 17 with 64, 32, 16 and 8
 *       (drivers/net/ethernet/mellanox/mlx5/core/main.c, removed by "net/mlx5: Drop MR cache related code").
 *   <li>The driver creates the mkeys when it is loaded, and destroys them when it is unloaded. With 8 bytes per page
 *       and 64 bytes per mkey, they occupy 99.5 MB. This is the "100MB of memory per PF" that the series "RDMA/core:
 *       Introduce FRMR pools infrastructure" eliminates.
 *   <li>The mkeys of a class have no unchangeable rights. A registration that needs such rights creates its own mkey,
 *       which is destroyed afterwards.
 *   <li>When a class is empty, another mkey is created and later kept as well ("RDMA/mlx5: Cache all user cacheable
 *       mkeys on dereg MR flow", September 2022).
 * </ul>
 *
 * <p>In the background, the driver refilled classes that ran low and shrank classes that had grown. The model does
 * neither, so it uses the least memory that the design allows.
 */
final class PreallocatedCache implements MkeyCache {
    private static final int FIRST_ORDER = 2;

    /** The number of preallocated mkeys per order, from {@link #FIRST_ORDER}. */
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

    /** Does nothing, because acquired mkeys are not counted. */
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
