// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Measures the time per pop and push of our pools. On a machine whose clock counts instructions, this is their number.
 */
final class TimedPairs {
    private static final int PASSES = 8;
    /**
     * The number of pairs per call. A method that is called often is compiled as a whole. A long loop is compiled while
     * it runs, and then took up to 100 instructions more per pair.
     */
    private static final int BATCH = 64;

    private final FrmrPools pools = new FrmrPools(new NumberedHandles(NumberedHandles.Loss.SILENT), new LateClock());
    private final FrmrKey[] keys;

    private TimedPairs(final int poolCount, final int threads) {
        keys = new FrmrKey[poolCount];
        Arrays.setAll(keys, i -> new FrmrKey(false, 0, 0, i, 16));
        // The driver and the clock are confined to one thread, so the threads must find handles.
        for (final FrmrKey key : keys) {
            final int[] handles = new int[threads];
            Arrays.setAll(handles, i -> pools.pop(key));
            Arrays.stream(handles).forEach(handle -> pools.push(key, handle));
        }
    }

    /**
     * Runs the passes. The arguments are the numbers of pools, which each thread uses in turn, of threads, and of pairs
     * per thread and pass, a multiple of {@link #BATCH}. The last passes execute compiled code.
     */
    public static void main(final String[] arguments) throws InterruptedException, ExecutionException {
        final int threads = Integer.parseInt(arguments[1]);
        final int pairs = Integer.parseInt(arguments[2]);
        final TimedPairs timed = new TimedPairs(Integer.parseInt(arguments[0]), threads);
        final List<Callable<Object>> work =
                Collections.nCopies(threads, Executors.callable(() -> timed.popAndPush(pairs)));
        final ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int pass = 0; pass < PASSES; pass++) {
                final long begun = System.nanoTime();
                final List<Future<Object>> results = executor.invokeAll(work);
                final long nanos = System.nanoTime() - begun;
                for (final Future<Object> result : results) {
                    result.get(); // throws the exception of a thread that has not executed all pairs
                }
                System.out.println("time " + threads * pairs + ": " + nanos + " ns");
            }
        } finally {
            executor.shutdown();
        }
    }

    private void popAndPush(final int pairs) {
        for (int i = 0; i < pairs; i += BATCH) {
            popAndPush(pools, keys);
        }
    }

    private static void popAndPush(final FrmrPools pools, final FrmrKey[] keys) {
        int next = 0;
        for (int i = 0; i < BATCH; i++) {
            final FrmrKey key = keys[next];
            next = next + 1 == keys.length ? 0 : next + 1;
            pools.push(key, pools.pop(key));
        }
    }
}
