// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The summary of a connection.
 *
 * @param connection the number of the connection, from 0.
 * @param client the address of the end that is, or seems to be, the client.
 * @param server the server's address.
 * @param begun the time of the first message, UTC.
 * @param from the time of the first message in seconds since the first frame of the capture.
 * @param to the time of the last message in seconds since the first frame of the capture.
 * @param firstFrame the frame of the first message.
 * @param lastFrame the frame of the last message.
 * @param whole true if nothing is missing permanently.
 * @param negotiated the values that both ends agreed on; absent if they were not captured.
 * @param messages the number of messages, including retransmissions.
 * @param selected messages that the filters select, without retransmissions.
 * @param others messages that are neither calls nor replies.
 * @param calls the client's calls.
 * @param reverseCalls the server's calls (RFC 8167); absent if there are none.
 * @param procedures answered calls by procedure, the most frequent first.
 * @param unlistedCalls calls of procedures beyond the number that is kept.
 * @param data the data transfers.
 * @param invalidations Sends that invalidate a key of their receiver.
 * @param rdmaReads RDMA READs; absent, like the next two, if filters depend on the words of messages.
 * @param rdmaWrites RDMA WRITEs.
 * @param repeated retransmissions.
 * @param notReady the sides that refused requests because they were not ready; empty if both always were.
 * @param end the end of the connection; absent if it is open at the end of the capture.
 * @param findings lint's findings, by rule.
 * @param slowest the slowest calls.
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
     * The answered calls of a procedure.
     *
     * @param program the program's name.
     * @param procedure the name of the procedure or NFSv4 operation.
     * @param reverse true if the server calls.
     * @param serviceNanos nanoseconds from the call's frame to the reply's.
     */
    record Service(String program, String procedure, boolean reverse, Latency.Summary serviceNanos) {}

    /**
     * RDMA WRITEs; retransmitted packets count once.
     *
     * @param count the number of WRITEs.
     * @param bytes the bytes written.
     */
    record Written(long count, long bytes) {}

    /**
     * Retransmissions and their causes.
     *
     * @param sends messages.
     * @param packets packets of RDMA WRITEs, READ requests and their responses.
     * @param sequenceNaks negative acknowledgements for a gap in sequence numbers.
     * @param notReadyNaks RNR NAKs: the receiver has no Receive posted.
     */
    record Repeated(long sends, long packets, long sequenceNaks, long notReadyNaks) {
        /** No retransmissions. */
        static final Repeated NONE = new Repeated(0, 0, 0, 0);
    }

    /**
     * The end of a connection.
     *
     * @param source the address of the side that ended the connection.
     * @param frame the frame.
     * @param reason {@code disconnect request}, or the error by which a request was refused before.
     */
    record End(String source, long frame, String reason) {}
}
