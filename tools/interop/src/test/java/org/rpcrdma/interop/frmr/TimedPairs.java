// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.Arrays;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/** Measures the instructions per pop and push of our pools, on a machine whose clock counts instructions. */
final class TimedPairs {
    private static final int PAIRS = 20_000;
    private static final int PASSES = 8;

    private TimedPairs() {}

    /** Runs the passes, each on the given number of pools in turn. The last passes execute compiled code. */
    public static void main(final String[] arguments) {
        final FrmrPools pools = new FrmrPools(new NumberedHandles(NumberedHandles.Loss.SILENT), new LateClock());
        final FrmrKey[] keys = new FrmrKey[Integer.parseInt(arguments[0])];
        Arrays.setAll(keys, i -> new FrmrKey(false, 0, 0, i, 16));
        for (int pass = 0; pass < PASSES; pass++) {
            final long begun = System.nanoTime();
            pairs(pools, keys);
            System.out.println("time " + PAIRS + ": " + (System.nanoTime() - begun) + " ns");
        }
    }

    private static void pairs(final FrmrPools pools, final FrmrKey[] keys) {
        int next = 0;
        for (int i = 0; i < PAIRS; i++) {
            final FrmrKey key = keys[next];
            next = next + 1 == keys.length ? 0 : next + 1;
            pools.push(key, pools.pop(key));
        }
    }
}
