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
 * Measures the cost to release a random buffer and to acquire another one, without the help of the stripes, in an arena
 * of 65,536 shards that is nearly full: in rounds large enough that nearly all buffers pass through the shards.
 *
 * <p>The states of the arena's 1,048,576 buffers do not fit into a processor's cache, so each release misses it; {@link
 * #walk} does only that: it chooses handles at random from the same number of handles, and looks up the buffers'
 * addresses.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaPastCaches --gc}
 */
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@OperationsPerInvocation(ArenaPastCaches.ROUND)
public class ArenaPastCaches extends NanosecondBenchmark {
    /** Thirty-two times the capacity of a stripe. */
    static final int ROUND = 4096;

    private static final int SHARDS = 65_536;

    /** Called by JMH. */
    public ArenaPastCaches() {}

    /** An arena with every buffer out. */
    @State(Scope.Benchmark)
    public static class Full {
        /** Buffers of a thousand that are out. */
        @Param({"500", "900", "999"})
        public int outOf1000;

        final AtomicInteger threads = new AtomicInteger();
        ReceiveArena arena;
        long[] handles;

        /** Called by JMH. */
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

    /** A thread's half of the buffers, in random order. */
    @State(Scope.Thread)
    public static class Half {
        private long[] handles;
        private int held;
        private long random;

        /** Called by JMH. */
        public Half() {}

        /**
         * Acquires half of the buffers, and releases the buffers that must be free.
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

        /** Swaps a handle with a random later one, and returns the latter. */
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
     * Returns the cost of choosing and looking up alone.
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
