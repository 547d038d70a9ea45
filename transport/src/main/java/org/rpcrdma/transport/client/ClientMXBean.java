// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

/** The figures of a client, for JMX. {@link VisibleClient} registers it. */
public interface ClientMXBean {
    /**
     * Returns connections that were established so far.
     *
     * @return see {@link ClientFigures#connections}.
     */
    long getConnections();

    /**
     * Returns credits that the server granted last; 0 without a connection.
     *
     * @return see {@link ClientFigures#creditsGranted}.
     */
    int getCreditsGranted();

    /**
     * Returns calls that were sent and have no reply.
     *
     * @return see {@link ClientFigures#callsOutstanding}.
     */
    int getCallsOutstanding();

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
     * @return see {@link ClientFigures#unknownReplies}.
     */
    long getUnknownReplies();
}
