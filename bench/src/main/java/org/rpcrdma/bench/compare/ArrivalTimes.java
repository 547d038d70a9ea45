// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.sim.time.SeededRandom;

/** When the connections of a run begin: nanoseconds of virtual time, in order. */
public final class ArrivalTimes {
    private static final double NANOS_A_SECOND = 1e9;

    private ArrivalTimes() {}

    /**
     * Returns when connections begin that know nothing of each other: gaps are exponentially distributed.
     *
     * @param count connections.
     * @param rate  connections a second on average; infinite for all at once.
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
