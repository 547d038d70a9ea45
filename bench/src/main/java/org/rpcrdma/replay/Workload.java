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
 * The RPCs of a capture, in the order of their calls, with every byte that their messages and chunks carried.
 *
 * <p>The capture's connections are merged into one; if two RPCs share a transaction id, the later RPC gets a free one.
 * A retransmitted message counts once. Calls that cannot be replayed are left out: a call for which the capture lacks
 * the reply or some bytes; chunks of more than 64 segments or 4 MB; a message with a malformed header; a reply that was
 * sent inline although a Reply chunk was offered. Calls in the reverse direction, whose transaction ids the server
 * chooses, are counted but not replayed.
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
     * @return its RPCs; empty if the capture has no RPC-over-RDMA.
     * @throws IOException if the file cannot be read or is not a capture.
     */
    public static Workload read(final Path capture) throws IOException {
        final WorkloadBuilder builder = new WorkloadBuilder();
        return new Workload(builder, CaptureReader.read(capture, builder));
    }

    /**
     * Reads a capture from a stream.
     *
     * @param name the capture's name in error messages.
     * @param capture a pcap or pcapng file's bytes, plain or compressed.
     * @return its RPCs; empty if the capture has no RPC-over-RDMA.
     * @throws IOException if the stream cannot be read or is not a capture.
     */
    public static Workload read(final Path name, final InputStream capture) throws IOException {
        final WorkloadBuilder builder = new WorkloadBuilder();
        return new Workload(builder, CaptureReader.read(name, capture, builder));
    }

    /**
     * Returns the statistics of the capture's reader.
     *
     * @return its counts.
     */
    public CaptureCounts counts() {
        return counts;
    }

    /**
     * Returns the RPC-over-RDMA messages in the capture, including retransmissions.
     *
     * @return 0 or more.
     */
    public int capturedMessages() {
        return capturedMessages;
    }

    /**
     * Returns the RPCs of one replay.
     *
     * @return 0 or more.
     */
    public int rpcs() {
        return exchanges.size();
    }

    /**
     * Returns the number of calls that are not replayed, by reason.
     *
     * @return their counts.
     */
    public LeftOut leftOut() {
        return leftOut;
    }

    /**
     * Returns the number of calls from a server to its client. They are not replayed.
     *
     * @return 0 or more; retransmissions count once.
     */
    public int reverseCalls() {
        return reverseCalls;
    }

    /**
     * Returns figures of the capture's connections and their buffers.
     *
     * @return the traffic.
     */
    public CapturedTraffic traffic() {
        return traffic;
    }

    /**
     * Returns how many calls the capture's connections had in flight.
     *
     * @return the distribution over time, and over the calls.
     */
    public CallsInFlight inFlight() {
        return inFlight;
    }

    /**
     * Returns the SENDs on connections of another protocol.
     *
     * @return 0 or more.
     */
    public int otherSends() {
        return otherSends;
    }

    /**
     * Returns the bytes of a replay's largest Send; Receive buffers must hold it.
     *
     * @return bytes, including the transport header.
     */
    public int largestSend() {
        return exchanges.stream().mapToInt(Exchange::largestSend).max().orElse(0);
    }

    /**
     * Returns the bytes of the largest segment; a client registers each segment as a whole.
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
     * Returns the maximum number of bytes in one call's chunks. A server must be ready to move them.
     *
     * @return bytes.
     */
    public static int mostChunkBytes() {
        return CapturedCall.MAX_CHUNK_BYTES;
    }

    /**
     * Returns the bytes of messages and chunks that arrive and are compared in one replay.
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
