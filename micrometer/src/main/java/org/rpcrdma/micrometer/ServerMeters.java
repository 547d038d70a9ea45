// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.server.ServerFigures;

/**
 * Meters of an {@link org.rpcrdma.transport.server.RpcRdmaServer}:
 *
 * <pre>
 *   rpcrdma.server.connections           connections, those that are closing included
 *   rpcrdma.server.connections.accepted  connections accepted
 *   rpcrdma.server.connections.rejected  connection requests refused for want of resources
 *   rpcrdma.server.credits               credits that new connections are granted
 *   rpcrdma.server.calls.waiting         calls that wait for memory
 *   rpcrdma.server.messages.received     messages received
 *   rpcrdma.server.replies.sent          replies sent
 *   rpcrdma.server.errors.sent           RDMA_ERROR messages sent
 *   rpcrdma.server.messages.dropped      messages without an answer
 *   rpcrdma.server.service.failures      exceptions of the service
 *   rpcrdma.server.payload.memory        payload memory, in use or free
 *   rpcrdma.server.send.buffers          send buffers that hold a reply
 *   rpcrdma.server.send.memory           send memory mapped for the device
 * </pre>
 */
public final class ServerMeters extends FigureMeters<ServerFigures> {
    /**
     * Makes a binder.
     *
     * @param figures the server's: {@code server.newFigures()}.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public ServerMeters(final Supplier<ServerFigures> figures, final Iterable<Tag> tags) {
        super(figures, tags);
    }

    @Override
    void bind(final Meters<ServerFigures> meters) {
        meters.gauge(
                        "rpcrdma.server.connections",
                        "connections",
                        "connections, those that are closing included",
                        ServerFigures::connections)
                .counter(
                        "rpcrdma.server.connections.accepted",
                        "connections",
                        "connections accepted",
                        ServerFigures::connectionsAccepted)
                .counter(
                        "rpcrdma.server.connections.rejected",
                        "connections",
                        "connection requests refused for want of resources",
                        ServerFigures::connectionsRejected)
                .gauge(
                        "rpcrdma.server.credits",
                        "credits",
                        "credits that new connections are granted",
                        ServerFigures::credits)
                .gauge(
                        "rpcrdma.server.calls.waiting",
                        "calls",
                        "calls that wait for memory",
                        ServerFigures::callsWaiting)
                .counter(
                        "rpcrdma.server.messages.received",
                        "messages",
                        "messages received",
                        ServerFigures::messagesReceived)
                .counter("rpcrdma.server.replies.sent", "messages", "replies sent", ServerFigures::repliesSent)
                .counter(
                        "rpcrdma.server.errors.sent", "messages", "RDMA_ERROR messages sent", ServerFigures::errorsSent)
                .counter(
                        "rpcrdma.server.messages.dropped",
                        "messages",
                        "messages without an answer",
                        ServerFigures::messagesDropped)
                .counter(
                        "rpcrdma.server.service.failures",
                        "failures",
                        "exceptions of the service",
                        ServerFigures::serviceFailures)
                .gauge(
                        "rpcrdma.server.payload.memory",
                        "bytes",
                        "payload memory, in use or free",
                        ServerFigures::payloadBytes)
                .gauge(
                        "rpcrdma.server.send.buffers",
                        "buffers",
                        "send buffers that hold a reply",
                        ServerFigures::sendBuffersInUse)
                .gauge(
                        "rpcrdma.server.send.memory",
                        "bytes",
                        "send memory mapped for the device",
                        ServerFigures::sendBytesMapped);
    }
}
