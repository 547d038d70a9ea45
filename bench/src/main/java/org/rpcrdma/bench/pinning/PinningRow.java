// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

/**
 * One row of the table.
 *
 * @param bytes            the bytes per registration.
 * @param pageSize         the memory's page size in bytes.
 * @param threads          the number of threads that registered memory concurrently.
 * @param pool             {@code warm} or {@code cold}.
 * @param samples          the number of samples per figure: registrations of all threads or, in virtual time, draws of
 *                         costs.
 * @param pairsPerSecond   the number of pairs of a registration and its deregistration per second over all threads; in
 *                         virtual time, at default costs.
 * @param registerMicros   the time of a registration.
 * @param deregisterMicros the time of a deregistration.
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
    /** A time in microseconds: the median, and the bounds of the middle 90 %. */
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
