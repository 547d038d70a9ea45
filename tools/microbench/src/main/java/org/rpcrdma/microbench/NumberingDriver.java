// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;

/** A driver without a device, which numbers the handles that it creates and counts the handles that it destroys. */
final class NumberingDriver implements FrmrDriver {
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger destroyed = new AtomicInteger();

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        final int first = created.getAndAdd(count);
        for (int i = 0; i < count; i++) {
            handles[i] = first + i;
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        destroyed.getAndAdd(count);
    }
}
