// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

/** The figures of a server, for JMX. {@link VisibleServer} registers it. */
public interface ServerMXBean {
    /**
     * Returns connections, those included that are closing.
     *
     * @return see {@link ServerFigures#connections}.
     */
    int getConnections();

    /**
     * Returns connections accepted so far.
     *
     * @return see {@link ServerFigures#connectionsAccepted}.
     */
    long getConnectionsAccepted();

    /**
     * Returns connection requests refused for want of buffers, mappings or queues.
     *
     * @return see {@link ServerFigures#connectionsRejected}.
     */
    long getConnectionsRejected();

    /**
     * Returns credits that new connections are granted.
     *
     * @return see {@link ServerFigures#credits}.
     */
    int getCredits();

    /**
     * Returns calls that wait for payload memory or a send buffer.
     *
     * @return see {@link ServerFigures#callsWaiting}.
     */
    int getCallsWaiting();

    /**
     * Returns messages received.
     *
     * @return see {@link ServerFigures#messagesReceived}.
     */
    long getMessagesReceived();

    /**
     * Returns replies posted.
     *
     * @return see {@link ServerFigures#repliesSent}.
     */
    long getRepliesSent();

    /**
     * Returns RDMA_ERROR messages posted.
     *
     * @return see {@link ServerFigures#errorsSent}.
     */
    long getErrorsSent();

    /**
     * Returns messages without an answer.
     *
     * @return see {@link ServerFigures#messagesDropped}.
     */
    long getMessagesDropped();

    /**
     * Returns exceptions of the service, and answers of its that could not be sent.
     *
     * @return see {@link ServerFigures#serviceFailures}.
     */
    long getServiceFailures();

    /**
     * Returns bytes of payload memory, in use or free.
     *
     * @return see {@link ServerFigures#payloadBytes}.
     */
    long getPayloadBytes();

    /**
     * Returns send buffers that hold a reply.
     *
     * @return see {@link ServerFigures#sendBuffersInUse}.
     */
    int getSendBuffersInUse();

    /**
     * Returns bytes of send memory mapped.
     *
     * @return see {@link ServerFigures#sendBytesMapped}.
     */
    long getSendBytesMapped();
}
