// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.sim.time.SeededRandom;

/** Generates the start times of a run's connections, in nanoseconds of virtual time and in ascending order. */
public final class ArrivalTimes {
    private static final double NANOS_A_SECOND = 1e9;

    private ArrivalTimes() {}

    /**
     * Returns the start times of a Poisson process, whose gaps are exponentially distributed.
     *
     * @param count the number of connections.
     * @param rate  the mean number of connections per second; infinite to start all immediately.
     */
    public static long[] atRate(final SeededRandom random, final int count, final double rate) {
        final long[] beginnings = new long[count];
        double nanos = 0;
        for (int i = 0; i < count; i++) {
            // StrictMath gives bit-identical results on every JVM.
            nanos -= StrictMath.log1p(-random.nextDouble()) * NANOS_A_SECOND / rate;
            beginnings[i] = Math.round(nanos);
        }
        return beginnings;
    }
}
