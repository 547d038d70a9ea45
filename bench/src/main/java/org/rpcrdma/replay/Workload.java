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
 * <p>Connections of the capture are joined to one; if two RPCs share a transaction id, the later takes a free one. A
 * retransmitted message counts once. Left out are calls that cannot be replayed: a call whose reply, or some of whose
 * bytes, the capture does not hold; chunks of more than 64 segments or 4 MB; a message
 * whose header is malformed; a reply that came inline although a Reply chunk was offered. Calls in the reverse
 * direction, whose transaction ids are the server's own, are counted, not replayed.
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
    private final RegionDemand regionDemand;

    private Workload(final WorkloadBuilder builder, final CaptureCounts counts) {
        this(
                builder.exchanges(),
                counts,
                builder.messages(),
                builder.leftOut(),
                builder.reverseCalls(),
                builder.others(),
                builder.traffic());
    }

    Workload(
            final List<Exchange> exchanges,
            final CaptureCounts counts,
            final int capturedMessages,
            final LeftOut leftOut,
            final int reverseCalls,
            final int otherSends,
            final CapturedTraffic traffic) {
        this.exchanges = exchanges;
        this.counts = counts;
        this.capturedMessages = capturedMessages;
        this.leftOut = leftOut;
        this.reverseCalls = reverseCalls;
        this.otherSends = otherSends;
        this.traffic = traffic;
        this.regionDemand = new RegionDemand(exchanges);
    }

    /**
     * Reads a capture file.
     *
     * @param capture a pcap or pcapng file, plain or compressed.
     * @return its RPCs; none if the capture holds no RPC-over-RDMA.
     * @throws IOException if the file cannot be read or is no capture.
     */
    public static Workload read(final Path capture) throws IOException {
        final WorkloadBuilder builder = new WorkloadBuilder();
        return new Workload(builder, CaptureReader.read(capture, builder));
    }

    /**
     * Reads a capture from a stream.
     *
     * @param name the name of the capture in errors.
     * @param capture a pcap or pcapng file's bytes, plain or compressed.
     * @return its RPCs; none if the capture holds no RPC-over-RDMA.
     * @throws IOException if the stream cannot be read or is no capture.
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
     * Returns the RPC-over-RDMA messages in the capture, retransmissions included.
     *
     * @return 0 or more.
     */
    public int capturedMessages() {
        return capturedMessages;
    }

    /**
     * Returns the RPCs that one replay makes.
     *
     * @return 0 or more.
     */
    public int rpcs() {
        return exchanges.size();
    }

    /**
     * Returns the calls of the capture's clients that are not replayed, by reason.
     *
     * @return their counts.
     */
    public LeftOut leftOut() {
        return leftOut;
    }

    /**
     * Returns the calls in the reverse direction, of a server to its client: a replay makes none of them.
     *
     * @return 0 or more; those that the capture shows again count once.
     */
    public int reverseCalls() {
        return reverseCalls;
    }

    /**
     * Returns what the capture tells of its connections and their buffers.
     *
     * @return the traffic.
     */
    public CapturedTraffic traffic() {
        return traffic;
    }

    /**
     * Returns the SENDs of connections on which another protocol was spoken.
     *
     * @return 0 or more.
     */
    public int otherSends() {
        return otherSends;
    }

    /**
     * Returns the largest Send of a replay: no Receive buffer may be smaller.
     *
     * @return bytes, transport header included.
     */
    public int largestSend() {
        return exchanges.stream().mapToInt(Exchange::largestSend).max().orElse(0);
    }

    /**
     * Returns the largest segment that a chunk names: a client registers that much at once.
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
     * Returns the most bytes that the chunks of one call name at most, which a server must be ready to move for one
     * RPC.
     *
     * @return bytes.
     */
    public static int mostChunkBytes() {
        return CapturedCall.MAX_CHUNK_BYTES;
    }

    /**
     * Returns the bytes of messages and chunks that arrive in one replay and are compared.
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
