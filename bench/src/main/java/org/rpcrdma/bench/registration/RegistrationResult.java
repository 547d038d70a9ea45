// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.List;

/**
 * The result of {@code rpcrdma frmr replay}.
 *
 * @param captures the results of each replayed capture.
 */
public record RegistrationResult(List<CaptureResult> captures) {
    /**
     * One capture, replayed with every design.
     *
     * @param capture the capture's name.
     * @param registrations registrations in its trace.
     * @param bytes the sum of their sizes in bytes.
     * @param mostAtOnce the maximum number of live registrations.
     * @param keys distinct keys that the captured client handed out.
     * @param keyIndexes distinct indexes of those keys: regions that the captured client reused.
     * @param meanLifeNanos mean life of a registration, from the call to its reply.
     * @param durationNanos time from the first registration's begin to the last one's end.
     * @param designs the figures of each design.
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
     * The result of one design. Times are virtual, from the cost model.
     *
     * @param name the source of mkeys.
     * @param startNanos time to create mkeys when the device is attached.
     * @param handlesAtStart mkeys that exist then.
     * @param bytesAtStart memory that they occupy.
     * @param handlesTaken mkeys that registrations took.
     * @param handlesReused mkeys taken that already existed.
     * @param hitRate {@code handlesReused} divided by {@code handlesTaken}.
     * @param handlesCreated mkeys created for registrations.
     * @param handlesAged mkeys that aging destroyed until two aging periods after the last registration.
     * @param peakBytes the peak of memory held.
     * @param registerMeanNanos mean time of a registration.
     * @param deregisterMeanNanos mean time of a deregistration.
     * @param closeNanos time to destroy the remaining regions when the device is closed.
     * @param samples the resources held over time: at the start and after each change.
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
        /** Returns the bytes held at a time of the trace. */
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
     * The memory and mkeys held at a point in time.
     *
     * @param nanos time since the trace's first registration.
     * @param handles mkeys that existed.
     * @param bytes memory that they occupied.
     */
    public record Sample(long nanos, long handles, long bytes) {}
}
