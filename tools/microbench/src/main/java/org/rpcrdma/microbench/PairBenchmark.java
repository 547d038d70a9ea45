// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;

/**
 * Measures the cost of popping a registration handle from its pool and pushing it back, when the pool is found by its
 * key.
 * <ul> <li>{@link #frmrPools}: this library's pools. The key finds the pool for the pop and again for the push.
 *   <li>{@link #frmrPoolFoundOnce}: the same pools, but the push uses the pool that the pop found, as in the kernel.
 *   <li>{@link #kernelSteps}: the reference, which performs the steps of the kernel's pools in plain Java. <li>{@link
 *   #jctoolsQueue}: a lock-free queue per pool, which is found by an index. It has no key, no figures and no aging.
 *   <li>{@link #noPool}: no pool. The driver creates and destroys every handle. Here, it only numbers the handles, so
 *   the result is a lower bound; add the published 160 to 280 microseconds for a round trip to a device.
 * </ul>
 *
 * <p>Each pool holds 64 handles. With 64 pools, the next pool is chosen at random, in the same order for all
 * benchmarks. Compare the ratios to {@code kernelSteps} in the same run.
 */
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public abstract class PairBenchmark extends NanosecondBenchmark {
    /** Creates the benchmark; called by JMH. */
    protected PairBenchmark() {}

    /**
     * Measures this library's pools. The key finds the pool twice.
     *
     * @param peer  the implementation to measure.
     * @param order the order of the pools.
     * @return the handle.
     */
    @Benchmark
    public int frmrPools(final Peers.Frmr peer, final Order order) {
        final FrmrKey key = peer.keys[order.next()];
        final int handle = peer.pools.pop(key);
        peer.pools.push(key, handle);
        return handle;
    }

    /**
     * Measures this library's pools. The key finds the pool once.
     *
     * @param peer  the implementation to measure.
     * @param order the order of the pools.
     * @return the handle.
     */
    @Benchmark
    public int frmrPoolFoundOnce(final Peers.Frmr peer, final Order order) {
        final FrmrPool pool = peer.pools.pool(peer.keys[order.next()]);
        final int handle = pool.pop();
        pool.push(handle);
        return handle;
    }

    /**
     * Measures the reference, which performs the kernel's steps in plain Java.
     *
     * @param peer  the implementation to measure.
     * @param order the order of the pools.
     * @return the handle.
     */
    @Benchmark
    public int kernelSteps(final Peers.Kernel peer, final Order order) {
        final KernelSteps.Pool pool = peer.pools.find(peer.keys[order.next()]);
        final int handle = pool.pop();
        pool.push(handle);
        return handle;
    }

    /**
     * Measures one JCTools queue per pool.
     *
     * @param peer      the implementation to measure.
     * @param order     the order of the pools.
     * @param blackhole consumes the handle.
     */
    @Benchmark
    public void jctoolsQueue(final Peers.Queues peer, final Order order, final Blackhole blackhole) {
        final var queue = peer.queues[order.next()];
        Integer handle = queue.poll();
        while (handle == null) {
            handle = queue.poll();
        }
        blackhole.consume(handle);
        queue.offer(handle);
    }

    /**
     * Measures creating and destroying each handle, without a pool.
     *
     * @param peer  the implementation to measure.
     * @param order the order of the pools.
     * @return the handle.
     */
    @Benchmark
    public int noPool(final Peers.Driver peer, final Order order) {
        final FrmrKey key = peer.keys[order.next()];
        final int[] handle = order.handle;
        peer.driver.create(key, handle, 1);
        peer.driver.destroy(handle, 1);
        return handle[0];
    }
}
