// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.List;

/**
 * A capture, summed up.
 *
 * @param version              the program's version.
 * @param capture              the capture's name.
 * @param frames               its frames.
 * @param bytes                its bytes, after decompression.
 * @param messages             its messages of RPC-over-RDMA.
 * @param connections          its RDMA connections.
 * @param otherConnections     those without a message of RPC-over-RDMA.
 * @param unlistedMessages     messages of more connections than are kept.
 * @param retransmittedPackets packets of requests that were sent again, on all connections.
 * @param rejected             connection requests and replies that were rejected.
 * @param rejections           the first of them.
 * @param listed               the connections that have selected messages.
 * @param verdict              sentences of {@code compare --capture}; empty if it was not run.
 */
public record Explanation(
        String version,
        String capture,
        long frames,
        long bytes,
        long messages,
        long connections,
        long otherConnections,
        long unlistedMessages,
        long retransmittedPackets,
        long rejected,
        List<Rejection> rejections,
        List<ConnectionReport> listed,
        List<String> verdict) {
    /**
     * A connection request or reply that was rejected.
     *
     * @param frame       the frame of the rejection.
     * @param seconds     since the first frame.
     * @param source      the address of the end that rejects.
     * @param destination the address of its peer.
     * @param reason      the number of the reason; 8 if nobody listens, 28 if the program refuses.
     */
    public record Rejection(long frame, double seconds, String source, String destination, int reason) {}
}
