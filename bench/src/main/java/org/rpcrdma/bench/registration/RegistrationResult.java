// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.List;

/**
 * The result of {@code rpcrdma frmr replay}.
 *
 * @param captures the result of each replayed capture.
 */
public record RegistrationResult(List<CaptureResult> captures) {
    /**
     * The results of replaying one capture with every design.
     *
     * @param capture       the capture's name.
     * @param registrations the number of registrations in the capture.
     * @param bytes         the total size of the registrations in bytes.
     * @param mostAtOnce    the maximum number of concurrent registrations.
     * @param keys          the number of distinct keys that the captured client sent.
     * @param keyIndexes    the number of distinct indexes in these keys: regions that the captured client reused.
     * @param meanLifeNanos the mean lifetime of a registration, from the call to its reply.
     * @param durationNanos the time from the start of the first registration to the end of the last.
     * @param designs       the figures of each design.
     */
    public record CaptureResult(
            String capture,
            int registrations,
            long bytes,
            int mostAtOnce,
            long keys,
            long keyIndexes,
            long meanLifeNanos,
            long durationNanos,
            List<DesignResult> designs) {}

    /**
     * The result of one design. Times are virtual and come from the cost model.
     *
     * @param name                the name of the source of mkeys.
     * @param startNanos          the time to create mkeys when the device is attached.
     * @param handlesAtStart      the number of mkeys that exist at the start.
     * @param bytesAtStart        the memory that these mkeys occupy.
     * @param handlesTaken        the number of mkeys that registrations acquired.
     * @param handlesReused       the number of acquired mkeys that already existed.
     * @param hitRate             {@code handlesReused} divided by {@code handlesTaken}.
     * @param handlesCreated      the number of mkeys created for registrations.
     * @param handlesAged         the number of mkeys that aging destroyed, until two aging periods after the last
     *                            registration.
     * @param peakBytes           the peak memory use.
     * @param registerMeanNanos   the mean time of a registration.
     * @param deregisterMeanNanos the mean time of a deregistration.
     * @param closeNanos          the time to destroy the remaining regions when the device is closed.
     * @param samples             the resources in use over time: at the start and after each change.
     */
    public record DesignResult(
            String name,
            long startNanos,
            long handlesAtStart,
            long bytesAtStart,
            long handlesTaken,
            long handlesReused,
            double hitRate,
            long handlesCreated,
            long handlesAged,
            long peakBytes,
            long registerMeanNanos,
            long deregisterMeanNanos,
            long closeNanos,
            List<Sample> samples) {
        /** Returns the number of bytes in use at a time in the trace. */
        public long bytesAt(final long nanos) {
            long bytes = bytesAtStart;
            for (final Sample sample : samples) {
                if (sample.nanos() <= nanos) {
                    bytes = sample.bytes();
                }
            }
            return bytes;
        }
    }

    /**
     * The memory and mkeys in use at a point in time.
     *
     * @param nanos   the time since the first registration.
     * @param handles the number of existing mkeys.
     * @param bytes   the memory that the mkeys occupy.
     */
    public record Sample(long nanos, long handles, long bytes) {}
}
