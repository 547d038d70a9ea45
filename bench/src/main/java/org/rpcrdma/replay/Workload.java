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
 * A capture's RPCs in call order, with all bytes of their messages and chunks.
 *
 * <p>The capture's connections are merged into one connection. If two RPCs share a transaction id, the later RPC is
 * assigned another id. A retransmitted message counts once. A call is left out if the capture lacks its reply or some
 * of its bytes, if its chunks have more than 64 segments or contain more than 4 MB, if a header is malformed, or if the
 * reply was sent inline although the call offered a Reply chunk. Calls in the reverse direction are counted but not
 * replayed, because the server chooses their transaction ids.
 *
 * <p>Immutable and thread-safe.
 */
public final class Workload {
    private final List<Exchange> exchanges;
    private final CaptureCounts counts;
    private final int capturedMessages;
    private final LeftOut leftOut;
    private final int reverseCalls;
    private final int otherSends;
    private final CapturedTraffic traffic;
    private final CallsInFlight inFlight;
    private final RegionDemand regionDemand;

    private Workload(final WorkloadBuilder builder, final CaptureCounts counts) {
        this(
                builder.exchanges(),
                counts,
                builder.messages(),
                builder.leftOut(),
                builder.reverseCalls(),
                builder.others(),
                builder.traffic(),
                builder.inFlight());
    }

    Workload(
            final List<Exchange> exchanges,
            final CaptureCounts counts,
            final int capturedMessages,
            final LeftOut leftOut,
            final int reverseCalls,
            final int otherSends,
            final CapturedTraffic traffic,
            final CallsInFlight inFlight) {
        this.exchanges = exchanges;
        this.counts = counts;
        this.capturedMessages = capturedMessages;
        this.leftOut = leftOut;
        this.reverseCalls = reverseCalls;
        this.otherSends = otherSends;
        this.traffic = traffic;
        this.inFlight = inFlight;
        this.regionDemand = new RegionDemand(exchanges);
    }

    /**
     * Reads a capture file.
     *
     * @param capture a pcap or pcapng file, plain or compressed.
     * @return the RPCs; empty if the capture has no RPC-over-RDMA messages.
     * @throws IOException if the file cannot be read or is not a capture.
     */
    public static Workload read(final Path capture) throws IOException {
        final WorkloadBuilder builder = new WorkloadBuilder();
        return new Workload(builder, CaptureReader.read(capture, builder));
    }

    /**
     * Reads a capture from a stream.
     *
     * @param name    the capture's name in error messages.
     * @param capture the bytes of a pcap or pcapng file, plain or compressed.
     * @return the RPCs; empty if the capture has no RPC-over-RDMA messages.
     * @throws IOException if the stream cannot be read or is not a capture.
     */
    public static Workload read(final Path name, final InputStream capture) throws IOException {
        final WorkloadBuilder builder = new WorkloadBuilder();
        return new Workload(builder, CaptureReader.read(name, capture, builder));
    }

    /**
     * Returns the statistics of the capture's reader.
     *
     * @return the counts.
     */
    public CaptureCounts counts() {
        return counts;
    }

    /**
     * Returns the number of RPC-over-RDMA messages in the capture, including retransmissions.
     *
     * @return 0 or more.
     */
    public int capturedMessages() {
        return capturedMessages;
    }

    /**
     * Returns the number of RPCs in one replay.
     *
     * @return 0 or more.
     */
    public int rpcs() {
        return exchanges.size();
    }

    /**
     * Returns the number of calls that are not replayed, by reason.
     *
     * @return the counts.
     */
    public LeftOut leftOut() {
        return leftOut;
    }

    /**
     * Returns the number of calls from a server to its client, which are not replayed.
     *
     * @return 0 or more; retransmissions count once.
     */
    public int reverseCalls() {
        return reverseCalls;
    }

    /**
     * Returns figures about the capture's connections and their buffers.
     *
     * @return the traffic.
     */
    public CapturedTraffic traffic() {
        return traffic;
    }

    /**
     * Returns the number of calls that the capture's connections had in flight.
     *
     * @return the distribution over time and over the calls.
     */
    public CallsInFlight inFlight() {
        return inFlight;
    }

    /**
     * Returns the number of SENDs on connections that use another protocol.
     *
     * @return 0 or more.
     */
    public int otherSends() {
        return otherSends;
    }

    /**
     * Returns the length of a replay's largest Send, which must fit into a Receive buffer.
     *
     * @return bytes, including the transport header.
     */
    public int largestSend() {
        return exchanges.stream().mapToInt(Exchange::largestSend).max().orElse(0);
    }

    /**
     * Returns the length of the largest segment. A client registers each segment as a whole.
     *
     * @return bytes, 0 if there are no chunks.
     */
    public int largestSegment() {
        int largest = 0;
        for (final Exchange exchange : exchanges) {
            for (final byte[] data : exchange.readData()) {
                largest = Math.max(largest, data.length);
            }
            for (final int[] chunk : exchange.writeSegments()) {
                largest = Math.max(largest, max(chunk));
            }
            largest = Math.max(largest, max(exchange.replySegments()));
        }
        return largest;
    }

    /**
     * Returns the maximum number of bytes in one call's chunks. A server must be able to transfer this many bytes.
     *
     * @return bytes.
     */
    public static int mostChunkBytes() {
        return CapturedCall.MAX_CHUNK_BYTES;
    }

    /**
     * Returns the number of bytes in messages and chunks that one replay receives and compares.
     *
     * @return 0 or more.
     */
    public long payloadBytes() {
        return exchanges.stream().mapToLong(Exchange::payloadBytes).sum();
    }

    RegionDemand regionDemand() {
        return regionDemand;
    }

    List<Exchange> exchanges() {
        return exchanges;
    }

    private static int max(final int[] lengths) {
        int largest = 0;
        for (final int length : lengths) {
            largest = Math.max(largest, length);
        }
        return largest;
    }
}
