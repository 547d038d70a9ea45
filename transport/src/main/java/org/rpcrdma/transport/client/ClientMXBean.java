// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Map;
import org.rpcrdma.transport.DurationFigures;

/** The JMX interface to a client's figures. {@link VisibleClient} registers it. Thread-safe. */
public interface ClientMXBean {
    /**
     * Returns the number of connections established so far.
     *
     * @return the number; see {@link ClientFigures#connectionsEstablished}.
     */
    long getConnectionsEstablished();

    /**
     * Returns the number of ended or failed connections by cause.
     *
     * @return the number for each cause that has occurred, keyed by the cause's name in lower case. See
     *     {@link ClientFigures#connectionsEnded}.
     */
    Map<String, Long> getConnectionsEnded();

    /**
     * Returns the number of credits that the server last granted, or 0 if there is no connection.
     *
     * @return the number; see {@link ClientFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns the number of calls that have been sent but have not yet received a reply.
     *
     * @return the number; see {@link ClientFigures#creditsUsed}.
     */
    int getCreditsUsed();

    /**
     * Returns the number of calls that are waiting for a credit, a send-queue entry or a connection.
     *
     * @return the number; see {@link ClientFigures#callsQueued}.
     */
    int getCallsQueued();

    /**
     * Returns the number of calls that received a reply.
     *
     * @return the number; see {@link ClientFigures#callsAnswered}.
     */
    long getCallsAnswered();

    /**
     * Returns the number of calls that ended without a reply, including cancelled calls.
     *
     * @return the number; see {@link ClientFigures#callsFailed}.
     */
    long getCallsFailed();

    /**
     * Returns the number of calls that were sent again after their connection was lost.
     *
     * @return the number; see {@link ClientFigures#retransmissions}.
     */
    long getRetransmissions();

    /**
     * Returns the number of replies that were ignored because their transaction ids did not match any call.
     *
     * @return the number; see {@link ClientFigures#repliesUnknown}.
     */
    long getRepliesUnknown();

    /**
     * Returns the number of bytes received in inline messages, including transport headers.
     *
     * @return the number of bytes; see {@link ClientFigures#inlineReceivedBytes}.
     */
    long getInlineReceivedBytes();

    /**
     * Returns the number of bytes sent in inline messages, including transport headers.
     *
     * @return the number of bytes; see {@link ClientFigures#inlineSentBytes}.
     */
    long getInlineSentBytes();

    /**
     * Returns the number of bytes that the server has read from Read chunks.
     *
     * @return the number of bytes; see {@link ClientFigures#readChunkBytes}.
     */
    long getReadChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Write chunks.
     *
     * @return the number of bytes; see {@link ClientFigures#writeChunkBytes}.
     */
    long getWriteChunkBytes();

    /**
     * Returns the number of bytes that the server has written to Reply chunks.
     *
     * @return the number of bytes; see {@link ClientFigures#replyChunkBytes}.
     */
    long getReplyChunkBytes();

    /**
     * Returns the time from when a call is first sent until its reply arrives.
     *
     * @return the values of {@link DurationFigures}, keyed by name; empty if calls are not measured. See
     *     {@link ClientFigures#roundTrip}.
     */
    Map<String, Long> getRoundTrip();
}
