// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The summary of a connection.
 *
 * @param connection    the connection's number, from 0.
 * @param client        the address of the end that is, or appears to be, the client.
 * @param server        the server's address.
 * @param begun         the time of the first message, UTC.
 * @param from          the time of the first message in seconds since the first frame of the capture.
 * @param to            the time of the last message in seconds since the first frame of the capture.
 * @param firstFrame    the frame of the first message.
 * @param lastFrame     the frame of the last message.
 * @param whole         true if the capture lacks no packet of the connection.
 * @param negotiated    the values that both ends agreed on; absent if they were not captured.
 * @param messages      the number of messages, including retransmissions.
 * @param selected      the number of messages that the filters select, excluding retransmissions.
 * @param others        the number of messages that are neither calls nor replies.
 * @param calls         the client's calls.
 * @param reverseCalls the server's calls (RFC 8167); absent if the server made no calls.
 * @param procedures    the answered calls by procedure, the most frequent first.
 * @param unlistedCalls the number of calls to procedures that exceed the list's limit.
 * @param data          the data transfers.
 * @param invalidations the number of Sends that invalidate one of the receiver's keys.
 * @param rdmaReads the RDMA READs. Like the next two components, they are absent if filters depend on the contents of
 * messages.
 * @param rdmaWrites    the RDMA WRITEs.
 * @param repeated      the retransmissions.
 * @param notReady      the sides that refused requests because they were not ready; empty if both sides were always
 *                      ready.
 * @param end           the end of the connection; absent if it is still open at the end of the capture.
 * @param findings      lint's findings, by rule.
 * @param slowest       the slowest calls.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ConnectionReport(
        int connection,
        String client,
        String server,
        String begun,
        double from,
        double to,
        long firstFrame,
        long lastFrame,
        boolean whole,
        Negotiated negotiated,
        long messages,
        long selected,
        long others,
        Flow.Summary calls,
        Flow.Summary reverseCalls,
        List<Service> procedures,
        long unlistedCalls,
        DataPath.Sums data,
        long invalidations,
        ReadTrips.Summary rdmaReads,
        Written rdmaWrites,
        Repeated repeated,
        List<NotReady.Summary> notReady,
        End end,
        List<ConnectionSummary.FindingReport> findings,
        List<SlowCalls.SlowCall> slowest) {
    /**
     * The answered calls to one procedure.
     *
     * @param program      the program's name.
     * @param procedure    the name of the procedure or NFSv4 operation.
     * @param reverse      true if the server is the caller.
     * @param serviceNanos the time from the call's frame to the reply's, in nanoseconds.
     */
    record Service(String program, String procedure, boolean reverse, Latency.Summary serviceNanos) {}

    /**
     * RDMA WRITEs. Retransmitted packets count once.
     *
     * @param count the number of WRITEs.
     * @param bytes the number of bytes written.
     */
    record Written(long count, long bytes) {}

    /**
     * Retransmissions and their causes.
     *
     * @param sends        the number of messages.
     * @param packets      the number of RDMA WRITE packets, READ requests and READ response packets.
     * @param sequenceNaks the number of NAKs for a gap in the PSNs.
     * @param notReadyNaks the number of RNR NAKs, with which a receiver reports that no Receive is posted.
     */
    record Repeated(long sends, long packets, long sequenceNaks, long notReadyNaks) {
        /** No retransmissions. */
        static final Repeated NONE = new Repeated(0, 0, 0, 0);
    }

    /**
     * The end of a connection.
     *
     * @param source the address of the side that ended the connection.
     * @param frame  the frame number.
     * @param reason {@code disconnect request}, or the error with which a request was previously refused.
     */
    record End(String source, long frame, String reason) {}
}
