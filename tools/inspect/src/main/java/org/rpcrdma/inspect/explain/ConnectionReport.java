// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A connection, summed up.
 *
 * @param connection    its number, from 0.
 * @param client        the client's address, or that of the end that seems to be it.
 * @param server        the server's address.
 * @param begun         when its first message was captured, UTC.
 * @param from          the same in seconds since the first frame of the capture.
 * @param to            its last message, likewise.
 * @param firstFrame    the frame of its first message.
 * @param lastFrame     the frame of its last message.
 * @param whole         true if the capture lacks nothing of it for good.
 * @param negotiated    what both ends agreed on; absent if the capture does not hold it.
 * @param messages      its messages, retransmitted ones included.
 * @param selected      those of them that the filters select, without retransmitted ones.
 * @param others        messages that are neither calls nor replies.
 * @param calls         the client's calls.
 * @param reverseCalls  the server's calls (RFC 8167); absent if there are none.
 * @param procedures    calls that have a reply, by procedure, the most frequent first.
 * @param unlistedCalls calls that more procedures had than are kept.
 * @param data          how data went.
 * @param invalidations Sends that invalidate a key of their receiver.
 * @param rdmaReads     RDMA READs; absent, as are the next two, if filters select by words of messages.
 * @param rdmaWrites    RDMA WRITEs.
 * @param repeated      retransmissions.
 * @param notReady      the sides that were not ready to take requests; empty if both always were.
 * @param end           its end; absent if it is open when the capture ends.
 * @param findings      lint's findings, by rule.
 * @param slowest       the calls that took longest.
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
     * The calls of a procedure that have a reply.
     *
     * @param program      the program's name.
     * @param procedure    the procedure's name, or that of an operation of NFSv4.
     * @param reverse    true if the server calls.
     * @param serviceNanos nanoseconds from the call's frame to the reply's.
     */
    record Service(String program, String procedure, boolean reverse, Latency.Summary serviceNanos) {}

    /**
     * RDMA WRITEs, without packets that were sent again.
     *
     * @param count how many there are.
     * @param bytes what they write.
     */
    record Written(long count, long bytes) {}

    /**
     * What was sent again, or had to be.
     *
     * @param sends        messages.
     * @param packets      packets of RDMA WRITEs, READ requests and their answers.
     * @param sequenceNaks negative acknowledgements for a gap in sequence numbers.
     * @param notReadyNaks those for a receiver that is not ready: it has no Receive posted.
     */
    record Repeated(long sends, long packets, long sequenceNaks, long notReadyNaks) {
        /** None. */
        static final Repeated NONE = new Repeated(0, 0, 0, 0);
    }

    /**
     * The end of a connection.
     *
     * @param source the address of the end that made it.
     * @param frame  the frame.
     * @param reason {@code disconnect request}, or the error by which a request was refused before.
     */
    record End(String source, long frame, String reason) {}
}
