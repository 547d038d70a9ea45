// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/** The pools that {@link PairBenchmark} compares, filled and ready for use. */
public final class Peers {
    /** The number of handles per pool. */
    static final int HANDLES = 64;

    private Peers() {}

    private static FrmrKey[] keys(final int pools) {
        final FrmrKey[] keys = new FrmrKey[pools];
        for (int i = 0; i < pools; i++) {
            keys[i] = new FrmrKey(i % 2 == 1, i / 2 % 2, i / 4 % 2, 0, 1L << i / 8);
        }
        return keys;
    }

    /** The number of pools to use. */
    @State(Scope.Benchmark)
    public static class Count {
        /** The number of pools. */
        @Param({"1", "64"})
        public int pools;

        /** Creates the state; called by JMH. */
        public Count() {}
    }

    /** This library's pools. */
    @State(Scope.Benchmark)
    public static class Frmr {
        FrmrKey[] keys;
        FrmrPools pools;

        /** Creates the state; called by JMH. */
        public Frmr() {}

        /**
         * Fills the pools.
         *
         * @param count the number of keys.
         */
        @Setup
        public void fill(final Count count) {
            keys = keys(count.pools);
            pools = new FrmrPools(new NumberingDriver(), new HandClock());
            for (final FrmrKey key : keys) {
                pools.setPinned(key, HANDLES);
            }
        }
    }

    /** The reference: the kernel's steps in plain Java. */
    @State(Scope.Benchmark)
    public static class Kernel {
        FrmrKey[] keys;
        KernelSteps pools;

        /** Creates the state; called by JMH. */
        public Kernel() {}

        /**
         * Fills the pools.
         *
         * @param count the number of keys.
         */
        @Setup
        public void fill(final Count count) {
            keys = keys(count.pools);
            pools = new KernelSteps();
            for (final FrmrKey key : keys) {
                pools.add(key, HANDLES);
            }
        }
    }

    /** JCTools queues. */
    @State(Scope.Benchmark)
    public static class Queues {
        MpmcVarHandleArrayQueue<Integer>[] queues;

        /** Creates the state; called by JMH. */
        public Queues() {}

        /**
         * Fills the queues.
         *
         * @param count the number of keys.
         */
        @Setup
        @SuppressWarnings({"unchecked", "rawtypes"})
        public void fill(final Count count) {
            queues = new MpmcVarHandleArrayQueue[count.pools];
            for (int i = 0; i < count.pools; i++) {
                queues[i] = new MpmcVarHandleArrayQueue<>(2 * HANDLES);
                for (int handle = 0; handle < HANDLES; handle++) {
                    queues[i].offer(i * HANDLES + handle);
                }
            }
        }
    }

    /** A driver that is used without a pool. */
    @State(Scope.Benchmark)
    public static class Driver {
        FrmrKey[] keys;
        final NumberingDriver driver = new NumberingDriver();

        /** Creates the state; called by JMH. */
        public Driver() {}

        /**
         * Creates the keys.
         *
         * @param count the number of keys.
         */
        @Setup
        public void fill(final Count count) {
            keys = keys(count.pools);
        }
    }
}
