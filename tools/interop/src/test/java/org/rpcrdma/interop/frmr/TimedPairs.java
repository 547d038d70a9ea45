// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/** Times pops and pushes of our pools: instructions of each, on a machine whose clock counts instructions. */
final class TimedPairs {
    private static final int PAIRS = 20_000;
    private static final int PASSES = 8;

    private TimedPairs() {}

    /** Runs the passes; the last ones run compiled. */
    public static void main(final String[] arguments) {
        final FrmrPools pools = new FrmrPools(new NumberedHandles(NumberedHandles.Loss.SILENT), new LateClock());
        final FrmrKey key = FrmrKey.of(0, 16);
        for (int pass = 0; pass < PASSES; pass++) {
            final long begun = System.nanoTime();
            pair(pools, key);
            System.out.println("time " + PAIRS + ": " + (System.nanoTime() - begun) + " ns");
        }
    }

    private static void pair(final FrmrPools pools, final FrmrKey key) {
        for (int i = 0; i < PAIRS; i++) {
            pools.push(key, pools.pop(key));
        }
    }
}
