// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

/**
 * The figures of a server at one moment; totals count those of connections that have ended, too.
 *
 * @param connections         connections, those included that are closing.
 * @param connectionsAccepted connections accepted so far.
 * @param connectionsRejected connection requests refused for want of buffers, mappings or queues.
 * @param credits             credits that new connections are granted.
 * @param callsWaiting        calls that wait for payload memory or a send buffer.
 * @param messagesReceived    messages received.
 * @param repliesSent         replies posted.
 * @param errorsSent          RDMA_ERROR messages posted.
 * @param messagesDropped     messages without an answer.
 * @param serviceFailures     exceptions of the service, and answers of its that could not be sent.
 * @param payloadBytes        bytes of payload memory, in use or free.
 * @param sendBuffersInUse    send buffers that hold a reply.
 * @param sendBytesMapped     bytes of send memory mapped.
 */
public record ServerFigures(
        int connections,
        long connectionsAccepted,
        long connectionsRejected,
        int credits,
        int callsWaiting,
        long messagesReceived,
        long repliesSent,
        long errorsSent,
        long messagesDropped,
        long serviceFailures,
        long payloadBytes,
        int sendBuffersInUse,
        long sendBytesMapped) {}
