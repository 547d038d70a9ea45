// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.arena.ReceiveArena;

/**
 * Measures the cost of releasing a random buffer and acquiring another when the stripes do not help. The arena has
 * 65,536 shards and is nearly full. The rounds are so large that nearly all buffers pass through the shards.
 *
 * <p>The states of the arena's 1,048,576 buffers do not fit into a processor's cache, so each release causes a cache
 * miss. {@link #walk} measures only this share of the cost. It chooses random handles from the same number of handles
 * and looks up the addresses of their buffers.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaPastCaches --gc}
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OperationsPerInvocation(ArenaPastCaches.ROUND)
public class ArenaPastCaches extends NanosecondBenchmark {
    /** The number of buffers per round: 32 times the capacity of a stripe. */
    static final int ROUND = 4096;

    private static final int SHARDS = 65_536;

    /** Creates the benchmark; called by JMH. */
    public ArenaPastCaches() {}

    /** An arena whose buffers have all been acquired. */
    @State(Scope.Benchmark)
    public static class Full {
        /** The number of acquired buffers per thousand. */
        @Param({"500", "900", "999"})
        public int outOf1000;

        final AtomicInteger threads = new AtomicInteger();
        ReceiveArena arena;
        long[] handles;

        /** Creates the state; called by JMH. */
        public Full() {}

        /** Acquires every buffer. */
        @Setup
        public void fill() {
            arena = new ReceiveArena(AddressesOnly.arena().maxShards(SHARDS));
            handles = new long[SHARDS * (arena.shardSize() / arena.bufferSize())];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = arena.acquire();
            }
        }
    }

    /** A thread's half of the buffers in random order. */
    @State(Scope.Thread)
    public static class Half {
        private long[] handles;
        private int held;
        private long random;

        /** Creates the state; called by JMH. */
        public Half() {}

        /**
         * Acquires half of the buffers, then releases the number that must be free.
         *
         * @param full the arena.
         */
        @Setup
        public void take(final Full full) {
            final int thread = full.threads.getAndIncrement() % 2;
            final int length = full.handles.length / 2;
            handles = Arrays.copyOfRange(full.handles, thread * length, thread * length + length);
            final SplittableRandom order = new SplittableRandom(thread);
            for (int i = length - 1; i > 0; i--) {
                final int j = order.nextInt(i + 1);
                final long swapped = handles[i];
                handles[i] = handles[j];
                handles[j] = swapped;
            }
            held = (int) ((long) length * full.outOf1000 / 1000);
            for (int i = held; i < length; i++) {
                full.arena.release(handles[i]);
            }
            random = thread + 1;
        }

        /** Swaps a handle with a random later handle and returns the latter. */
        private long choose(final int place) {
            random ^= random << 13;
            random ^= random >>> 7;
            random ^= random << 17;
            final int chosen = place + (int) ((random >>> 33) * (held - place) >>> 31);
            final long handle = handles[chosen];
            handles[chosen] = handles[place];
            handles[place] = handle;
            return handle;
        }
    }

    /**
     * Measures one thread.
     *
     * @param full the arena.
     * @param half the thread's handles.
     * @return a handle.
     */
    @Benchmark
    public long arena(final Full full, final Half half) {
        for (int i = 0; i < ROUND; i++) {
            full.arena.release(half.choose(i));
        }
        for (int i = 0; i < ROUND; i++) {
            half.handles[i] = full.arena.acquire();
        }
        return half.handles[0];
    }

    /**
     * Measures two threads on one arena.
     *
     * @param full the arena.
     * @param half the thread's handles.
     * @return a handle.
     */
    @Benchmark
    @Threads(2)
    public long arenaTwoThreads(final Full full, final Half half) {
        return arena(full, half);
    }

    /**
     * Measures only the choice and the lookup of handles.
     *
     * @param full the arena.
     * @param half the thread's handles.
     * @return the sum of the addresses.
     */
    @Benchmark
    public long walk(final Full full, final Half half) {
        long sum = 0;
        for (int i = 0; i < ROUND; i++) {
            sum += full.arena.address(half.choose(i));
        }
        return sum;
    }
}
