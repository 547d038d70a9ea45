// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.testkit.ManualClock;

/**
 * Threads that pop, push and drop handles of our pools, as the threads of frmr_driver.c do with Linux's pools. With the
 * same seed, both perform the same number of pops. Floors change and time passes during the run.
 */
final class PoolThreads implements FrmrDriver {
    private static final int MOST_HELD = 8;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final int MOST_HANDLES = 1 << 20;
    private static final int UNKNOWN = 0;
    private static final int IDLE = 1;
    private static final int IN_USE = 2;
    private static final int GONE = 3;

    private final AtomicIntegerArray states = new AtomicIntegerArray(MOST_HANDLES);
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger destroyed = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();
    private final AtomicInteger mistakes = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final ManualClock clock = new ManualClock();
    private final FrmrPools pools = new FrmrPools(this, clock);

    /** The result of a run. Its text has the same format as the driver's. */
    record Outcome(int threads, int pops, int created, int destroyed, int dropped, int mistakes) {
        @Override
        public String toString() {
            return "threads " + threads + ": pops " + pops + " mistakes " + mistakes;
        }
    }

    /** Runs threads with the given seed and number of operations per thread. Exits with status 1 if a check fails. */
    public static void main(final String[] arguments) throws ExecutionException, InterruptedException {
        final Outcome outcome =
                run(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
        System.out.println(outcome);
        System.exit(outcome.mistakes == 0 && outcome.created == outcome.destroyed + outcome.dropped ? 0 : 1);
    }

    /** Runs the given number of threads until they terminate, and then closes the pools. */
    static Outcome run(final int threads, final int operations, final long seed)
            throws ExecutionException, InterruptedException {
        return new PoolThreads().runAll(threads, operations, seed);
    }

    private Outcome runAll(final int threads, final int operations, final long seed)
            throws ExecutionException, InterruptedException {
        final ExecutorService executor = Executors.newFixedThreadPool(threads + 1);
        try {
            final Future<?> floors = executor.submit(this::setFloors);
            final List<Future<Integer>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                final Worker worker = new Worker(seed + i * GOLDEN, operations);
                workers.add(executor.submit(worker::work));
            }
            int pops = 0;
            for (final Future<Integer> worker : workers) {
                pops += worker.get();
            }
            isOver.set(true);
            floors.get();
            pools.close();
            return new Outcome(threads, pops, created.get(), destroyed.get(), dropped.get(), mistakes.get());
        } finally {
            isOver.set(true);
            executor.shutdownNow();
        }
    }

    private void setFloors() {
        int floor = 0;
        while (!isOver.get()) {
            floor = (floor + 5) % 23;
            pools.setPinned(FrmrKey.of(0, 16L << floor % 3), floor);
            clock.advanceSeconds(FrmrPools.DEFAULT_AGING_PERIOD_SECONDS / 2);
        }
    }

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        for (int i = 0; i < count; i++) {
            handles[i] = created.incrementAndGet();
            move(handles[i], UNKNOWN, IDLE);
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        for (int i = 0; i < count; i++) {
            move(handles[i], IDLE, GONE);
        }
        destroyed.addAndGet(count);
    }

    private void move(final int handle, final int from, final int to) {
        if (!states.compareAndSet(handle, from, to)) {
            mistakes.incrementAndGet();
        }
    }

    private final class Worker {
        private final int operations;
        private final FrmrKey[] keys = new FrmrKey[MOST_HELD];
        private final int[] handles = new int[MOST_HELD];
        private long state;
        private int held;

        Worker(final long seed, final int operations) {
            state = seed;
            this.operations = operations;
        }

        int work() {
            int pops = 0;
            for (int i = 0; i < operations; i++) {
                final int choice = next(100);
                if (held == 0 || choice < 50 && held < MOST_HELD) {
                    pop();
                    pops++;
                } else {
                    end(next(held), choice < 98);
                }
            }
            while (held > 0) {
                end(held - 1, true);
            }
            return pops;
        }

        private void pop() {
            keys[held] = FrmrKey.of(0, 16L << next(3));
            handles[held] = pools.pop(keys[held]);
            move(handles[held], IDLE, IN_USE);
            held++;
        }

        private void end(final int at, final boolean isPush) {
            if (isPush) {
                move(handles[at], IN_USE, IDLE);
                pools.push(keys[at], handles[at]);
            } else {
                move(handles[at], IN_USE, GONE);
                dropped.incrementAndGet();
                pools.drop(keys[at]);
            }
            held--;
            keys[at] = keys[held];
            handles[at] = handles[held];
        }

        private int next(final int bound) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            return (int) ((state >>> 32) % bound);
        }
    }
}
