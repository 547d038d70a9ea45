// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Mkeys from the device's FRMR pools. The pools create mkeys on demand and destroy mkeys that have been idle for some
 * time.
 */
record PooledMkeys(FrmrPools pools) implements MkeyCache {
    @Override
    public int pop(final FrmrKey key) {
        return pools.pop(key);
    }

    @Override
    public void push(final FrmrKey key, final int handle) {
        pools.push(key, handle);
    }

    @Override
    public void drop(final FrmrKey key) {
        pools.drop(key);
    }

    @Override
    public void close() {
        pools.close();
    }
}
