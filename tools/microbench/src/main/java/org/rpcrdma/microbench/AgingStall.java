// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Measures how long a pop waits while another thread ages a pool of a million handles. That thread creates a million
 * handles by pinning, lets the aging passes destroy them, and starts again immediately. A histogram records the time of
 * each pop and is printed after each iteration. With {@code aging=false} nothing ages, so the remaining pauses come
 * from the machine.
 *
 * <p>How to run: {@code ./rpcrdma jmh AgingStall}
 */
@State(Scope.Benchmark)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 2)
@Threads(1)
public class AgingStall extends NanosecondBenchmark {
    private static final int HANDLES = 1_000_000;
    private static final FrmrKey KEY = FrmrKey.of(1, 8);

    /** True if another thread ages the pool. */
    @Param({"false", "true"})
    public boolean aging;

    private final Histogram nanos = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
    private final HandClock clock = new HandClock();
    private final FrmrPools pools = new FrmrPools(new NumberingDriver(), clock);
    private FrmrPool pool;
    private Thread ager;
    private volatile boolean ended;

    /** Creates the benchmark; called by JMH. */
    public AgingStall() {}

    /** Fills the pool and starts aging it. */
    @Setup
    public void begin() {
        pool = pools.pool(KEY);
        pools.setPinned(KEY, HANDLES);
        ager = new Thread(this::age, "ager");
        if (aging) {
            ager.start();
        }
    }

    /** Resets the figures after the warm-up. */
    @Setup(Level.Iteration)
    public void reset() {
        nanos.reset();
    }

    /**
     * Prints the histogram.
     */
    @TearDown(Level.Iteration)
    public void print() {
        System.out.printf(
                Locale.ROOT,
                "aging=%s pops=%d p50=%d p99=%d p99.9=%d p99.99=%d p99.999=%d max=%d ns passes=%d destroyed=%d%n",
                aging,
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                nanos.getValueAtPercentile(99.9),
                nanos.getValueAtPercentile(99.99),
                nanos.getValueAtPercentile(99.999),
                nanos.getMaxValue(),
                pool.statistics().passes(),
                pool.statistics().destroyed());
    }

    /**
     * Stops aging the pool.
     *
     * @throws InterruptedException never.
     */
    @TearDown
    public void end() throws InterruptedException {
        ended = true;
        ager.join();
    }

    /**
     * Pops and pushes a handle. Only the pop is timed.
     *
     * @return the handle.
     */
    @Benchmark
    public int pop() {
        final long begun = System.nanoTime();
        final int handle = pools.pop(KEY);
        nanos.recordValue(System.nanoTime() - begun);
        pools.push(KEY, handle);
        return handle;
    }

    private void age() {
        while (!ended) {
            pools.setPinned(KEY, HANDLES);
            pools.setPinned(KEY, 0);
            while (pool.queued() > 1 && !ended) {
                clock.runArmed();
            }
        }
    }
}
