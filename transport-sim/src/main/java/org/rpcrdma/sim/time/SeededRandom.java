// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.time;

import java.util.random.RandomGenerator;

/**
 * A small pseudo-random generator that produces the same numbers from the same seed on every JDK. It implements
 * SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), which mixes the bits of a counter with a fixed increment.
 *
 * <p>Not cryptographically secure; not thread-safe.
 */
public final class SeededRandom implements RandomGenerator {
    private static final long STEP = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    /**
     * Creates a generator.
     *
     * @param seed the seed, which determines all numbers.
     */
    public SeededRandom(final long seed) {
        state = seed;
    }

    /**
     * Returns the next 64 random bits.
     *
     * @return any long.
     */
    @Override
    public long nextLong() {
        state += STEP;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /**
     * Returns the next random number below a bound.
     *
     * @param bound at least 1.
     * @return 0 to bound - 1, almost uniformly distributed.
     */
    @Override
    public int nextInt(final int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1: bound=" + bound);
        }
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /**
     * Returns the next random number below a bound.
     *
     * @param bound at least 1.
     * @return 0 to bound - 1, almost uniformly distributed.
     */
    @Override
    public long nextLong(final long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1: bound=" + bound);
        }
        return Long.remainderUnsigned(nextLong(), bound);
    }

    /**
     * Returns the next random boolean.
     *
     * @return true or false, with equal probability.
     */
    @Override
    public boolean nextBoolean() {
        return nextLong() < 0;
    }

    /**
     * Returns the next random fraction.
     *
     * @return 0 (inclusive) to 1 (exclusive), in steps of 2^-53.
     */
    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /**
     * Creates an independent generator. Using it does not affect the numbers that this generator returns.
     *
     * @return a new generator, determined by this generator's state.
     */
    public SeededRandom split() {
        return new SeededRandom(nextLong());
    }

    /**
     * Creates one of several independent generators.
     *
     * @param which the number of the generator.
     * @return a new generator, determined by this generator's state and the number.
     */
    public SeededRandom split(final long which) {
        return new SeededRandom(new SeededRandom(nextLong() ^ which).nextLong());
    }
}
