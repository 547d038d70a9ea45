// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;

/** The figures of a client, for JMX. {@link VisibleClient} registers it. */
public interface ClientMXBean {
    /**
     * Returns connections that were established so far.
     *
     * @return see {@link ClientFigures#connectionsEstablished}.
     */
    long getConnectionsEstablished();

    /**
     * Returns how many connections have ended or did not come about, by cause; those that have occurred.
     *
     * @return see {@link ClientFigures#connectionsEnded}: the kinds in lower case.
     */
    Map<String, Long> getConnectionsEnded();

    /**
     * Returns credits that the server granted last; 0 without a connection.
     *
     * @return see {@link ClientFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns calls that were sent and have no reply.
     *
     * @return see {@link ClientFigures#creditsUsed}.
     */
    int getCreditsUsed();

    /**
     * Returns calls that wait for a credit, for room in the send queue or for a connection.
     *
     * @return see {@link ClientFigures#callsQueued}.
     */
    int getCallsQueued();

    /**
     * Returns calls that got their reply.
     *
     * @return see {@link ClientFigures#callsAnswered}.
     */
    long getCallsAnswered();

    /**
     * Returns calls that ended without a reply, those cancelled included.
     *
     * @return see {@link ClientFigures#callsFailed}.
     */
    long getCallsFailed();

    /**
     * Returns times that a call was sent again because its connection was lost.
     *
     * @return see {@link ClientFigures#retransmissions}.
     */
    long getRetransmissions();

    /**
     * Returns replies that were ignored because no call has their transaction id.
     *
     * @return see {@link ClientFigures#repliesUnknown}.
     */
    long getRepliesUnknown();

    /**
     * Returns bytes of messages that came by Send, with their transport headers.
     *
     * @return see {@link ClientFigures#inlineReceivedBytes}.
     */
    long getInlineReceivedBytes();

    /**
     * Returns bytes of messages that went by Send, with their transport headers.
     *
     * @return see {@link ClientFigures#inlineSentBytes}.
     */
    long getInlineSentBytes();

    /**
     * Returns bytes that the server has read out of Read chunks.
     *
     * @return see {@link ClientFigures#readChunkBytes}.
     */
    long getReadChunkBytes();

    /**
     * Returns bytes that the server has written into Write chunks.
     *
     * @return see {@link ClientFigures#writeChunkBytes}.
     */
    long getWriteChunkBytes();

    /**
     * Returns bytes that the server has written into Reply chunks.
     *
     * @return see {@link ClientFigures#replyChunkBytes}.
     */
    long getReplyChunkBytes();

    /**
     * Returns the time from a call's first sending until its reply was taken.
     *
     * @return see {@link ClientFigures#roundTrip}; the numbers of {@link DurationFigures}, if any.
     */
    Map<String, Long> getRoundTrip();
}
