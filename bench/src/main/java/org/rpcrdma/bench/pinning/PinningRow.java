// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

/**
 * One row of the table.
 *
 * @param bytes bytes of a registration.
 * @param pageSize bytes of a page of the memory.
 * @param threads threads that registered memory concurrently.
 * @param pool {@code warm} or {@code cold}.
 * @param samples samples per figure: registrations of all threads; in virtual time, draws of costs.
 * @param pairsPerSecond registrations per second with their deregistrations, of all threads together; in virtual time
 *     at default costs.
 * @param registerMicros time of a registration.
 * @param deregisterMicros time of a deregistration.
 */
public record PinningRow(
        int bytes,
        int pageSize,
        int threads,
        String pool,
        long samples,
        double pairsPerSecond,
        Micros registerMicros,
        Micros deregisterMicros) {
    /** Microseconds: the median, and the bounds of the middle 90 %. */
    public record Micros(double p5, double median, double p95) {}

    static PinningRow of(
            final PinningPlan plan,
            final long samples,
            final double pairsPerSecond,
            final Micros register,
            final Micros deregister) {
        return new PinningRow(
                plan.bytes(),
                plan.pageSize(),
                plan.threads(),
                plan.pool().label(),
                samples,
                pairsPerSecond,
                register,
                deregister);
    }
}
