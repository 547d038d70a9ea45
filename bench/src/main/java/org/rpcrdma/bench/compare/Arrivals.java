// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import org.rpcrdma.sim.SeededRandom;

/** When the connections of a run begin: nanoseconds of virtual time, in order. */
public final class Arrivals {
    /** Connections begin at random within this time for each of them: longer than one takes to set up. */
    private static final long STAGGER_NANOS = 50_000;

    private static final double NANOS_A_SECOND = 1e9;

    /** Connections that begin a second, on average, if nothing else is asked for. */
    static final double USUAL_RATE = NANOS_A_SECOND / STAGGER_NANOS;

    private Arrivals() {}

    /** So many, at random within a time that goes by their number. */
    static long[] atRandom(final SeededRandom random, final int count) {
        final long[] beginnings = new long[count];
        Arrays.setAll(beginnings, i -> random.nextLong(STAGGER_NANOS * count));
        Arrays.sort(beginnings);
        return beginnings;
    }

    /**
     * So many that know nothing of each other: with gaps that are exponentially distributed.
     *
     * @param rate connections a second on average.
     */
    public static long[] atRate(final SeededRandom random, final int count, final double rate) {
        final long[] beginnings = new long[count];
        double nanos = 0;
        for (int i = 0; i < count; i++) {
            // StrictMath: the same to the last bit on every JVM.
            nanos -= StrictMath.log1p(-random.nextDouble()) * NANOS_A_SECOND / rate;
            beginnings[i] = Math.round(nanos);
        }
        return beginnings;
    }
}
