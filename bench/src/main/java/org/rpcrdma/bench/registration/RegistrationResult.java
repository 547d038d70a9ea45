// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.List;

/** The result of {@code rpcrdma frmr replay}.
 *
 * @param captures each capture that was replayed
 */
public record RegistrationResult(List<CaptureResult> captures) {
    /**
     * One capture, driven through every design.
     *
     * @param capture       its name
     * @param registrations registrations in its trace
     * @param bytes         bytes they cover together
     * @param mostAtOnce    how many live at once at most
     * @param keys          different keys that the captured client gave out
     * @param keyIndexes    different indexes of those keys: regions that the captured client used again and again
     * @param meanLifeNanos how long a registration lives, from the call to its reply
     * @param durationNanos from the first registration's begin to the last one's end
     * @param designs       the figures of each design
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

    /** The result of one design. Times are virtual, from the cost model.
     *
     * @param name                the source of mkeys
     * @param startNanos          making mkeys when the device is attached
     * @param handlesAtStart      mkeys that exist then
     * @param bytesAtStart        memory that they take
     * @param handlesTaken        mkeys that registrations took
     * @param handlesReused       those of them that were there
     * @param hitRate             the one by the other
     * @param handlesCreated      mkeys made for registrations
     * @param handlesAged         mkeys that aging destroyed, by two aging periods after the last registration
     * @param peakBytes           the most memory held
     * @param registerMeanNanos   a registration, mean
     * @param deregisterMeanNanos a deregistration, mean
     * @param closeNanos          destroying the remaining regions when the device is closed
     * @param samples             the resources held over time: at the start and after each change
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

    /** The memory and mkeys held at a point in time.
     *
     * @param nanos   since the trace's first registration
     * @param handles mkeys that existed
     * @param bytes   memory that they took
     */
    public record Sample(long nanos, long handles, long bytes) {}
}
