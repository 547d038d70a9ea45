// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import java.util.List;

/**
 * The summary of a capture.
 *
 * @param version              the program's version.
 * @param capture              the capture's name.
 * @param frames               the number of frames.
 * @param bytes                the size of the capture in bytes, after decompression.
 * @param messages             the number of RPC-over-RDMA messages.
 * @param connections          the number of RDMA connections.
 * @param otherConnections     the number of connections without an RPC-over-RDMA message.
 * @param unlistedMessages     the number of messages on connections that exceed the list's limit.
 * @param retransmittedPackets the number of retransmitted request packets on all connections.
 * @param rejected             the number of rejected connection requests and replies.
 * @param rejections           the first rejections.
 * @param listed               the connections that have selected messages.
 * @param verdict              sentences from {@code compare --capture}; empty if it was not run.
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
     * A rejected connection request or reply.
     *
     * @param frame       the frame of the rejection.
     * @param seconds     the time since the first frame.
     * @param source      the address of the rejecting end.
     * @param destination the address of the peer.
     * @param reason      the number of the reason: 8 if no program is listening, 28 if the program rejects the
     *                    connection.
     */
    public record Rejection(long frame, double seconds, String source, String destination, int reason) {}
}
