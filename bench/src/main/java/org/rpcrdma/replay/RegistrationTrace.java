// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureReader;

/**
 * The memory registrations of a capture's clients, derived from the chunks of their calls. Each segment is a
 * registration that lives from the call to its reply. The sizes, lifetimes and concurrency determine the load on a
 * registration cache.
 *
 * <pre>
 *   call  (Read segment a, Reply segment b) --------- reply
 *         a |=======================================|
 *         b |=======================================|
 *              call (Write segment c) ------ reply
 *              c |==========================|
 * </pre>
 *
 * <p>All connections are combined. A call that was retransmitted before its reply counts once. Time is monotonic: an
 * out-of-order frame is assigned its predecessor's time.
 *
 * <p>Immutable and thread-safe.
 *
 * @param registrations    the registrations in order of start times; the first starts at 0.
 * @param counts           the statistics of the capture's reader.
 * @param capturedMessages the number of RPC-over-RDMA messages in the capture, including retransmissions.
 * @param leftOut          the number of calls whose segments are not in the trace, because a segment is empty or all
 *     segments together are larger than any RPC.
 */
public record RegistrationTrace(
        List<CapturedRegistration> registrations, CaptureCounts counts, int capturedMessages, int leftOut) {
    private static RegistrationTrace of(final RegistrationTraceBuilder builder, final CaptureCounts counts) {
        return new RegistrationTrace(builder.registrations(), counts, builder.messages(), builder.leftOut());
    }

    /**
     * Reads a capture file.
     *
     * @param capture a pcap or pcapng file, plain or compressed.
     * @return the registrations; empty if the capture has no RPC-over-RDMA messages.
     * @throws IOException if the file cannot be read or is not a capture.
     */
    public static RegistrationTrace read(final Path capture) throws IOException {
        final RegistrationTraceBuilder builder = new RegistrationTraceBuilder();
        return of(builder, CaptureReader.read(capture, builder));
    }

    /**
     * Reads a capture from a stream.
     *
     * @param name    the capture's name in error messages.
     * @param capture the bytes of a pcap or pcapng file, plain or compressed.
     * @return the registrations; empty if the capture has no RPC-over-RDMA messages.
     * @throws IOException if the stream cannot be read or is not a capture.
     */
    public static RegistrationTrace read(final Path name, final InputStream capture) throws IOException {
        final RegistrationTraceBuilder builder = new RegistrationTraceBuilder();
        return of(builder, CaptureReader.read(name, capture, builder));
    }

    /**
     * Returns the time when the last registration ends.
     *
     * @return nanoseconds since the first registration started; 0 without registrations.
     */
    public long durationNanos() {
        return registrations.stream()
                .mapToLong(CapturedRegistration::endNanos)
                .max()
                .orElse(0);
    }

    /**
     * Returns the maximum number of live registrations. A registration that ends when another starts does not overlap
     * it.
     *
     * @return 0 or more.
     */
    public int mostAtOnce() {
        final long[] ends = registrations.stream()
                .mapToLong(CapturedRegistration::endNanos)
                .sorted()
                .toArray();
        int most = 0;
        int ended = 0;
        for (int begun = 0; begun < ends.length; begun++) {
            while (ended < begun && ends[ended] <= registrations.get(begun).beginNanos()) {
                ended++;
            }
            most = Math.max(most, begun + 1 - ended);
        }
        return most;
    }
}
