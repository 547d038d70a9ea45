// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.server.ServerFigures;

/**
 * Meters of an {@link org.rpcrdma.transport.server.RpcRdmaServer}: one for each of its
 * {@link ServerFigures}; of durations if it measures calls.
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
                        "connections, those that are closing included",
                        ServerFigures::connections)
                .counter(
                        "rpcrdma.server.connections.accepted",
                        "connections accepted",
                        ServerFigures::connectionsAccepted)
                .counter(
                        "rpcrdma.server.connections.rejected",
                        "connection requests refused for want of resources",
                        ServerFigures::connectionsRejected)
                .ends(
                        "rpcrdma.server.connections.ended",
                        "connections that have ended",
                        ServerFigures::connectionsEnded)
                .gauge("rpcrdma.server.credits", "credits that new connections are granted", ServerFigures::credits)
                .gauge(
                        "rpcrdma.server.credits.granted",
                        "credits that the connections are granted",
                        ServerFigures::creditsGranted)
                .gauge(
                        "rpcrdma.server.credits.used",
                        "calls on their way, each of which has a credit",
                        ServerFigures::creditsUsed)
                .gauge("rpcrdma.server.calls.waiting", "calls that wait for memory", ServerFigures::callsWaiting)
                .counter("rpcrdma.server.messages.received", "messages received", ServerFigures::messagesReceived)
                .counter("rpcrdma.server.replies.sent", "replies sent", ServerFigures::repliesSent)
                .counter("rpcrdma.server.errors.sent", "RDMA_ERROR messages sent", ServerFigures::errorsSent)
                .counter(
                        "rpcrdma.server.messages.dropped", "messages without an answer", ServerFigures::messagesDropped)
                .counter("rpcrdma.server.service.failures", "exceptions of the service", ServerFigures::serviceFailures)
                .gauge("rpcrdma.server.payload.bytes", "payload memory, in use or free", ServerFigures::payloadBytes)
                .gauge(
                        "rpcrdma.server.send.buffers.in.use",
                        "send buffers that hold a reply",
                        ServerFigures::sendBuffersInUse)
                .gauge(
                        "rpcrdma.server.send.mapped.bytes",
                        "send memory mapped for the device",
                        ServerFigures::sendMappedBytes)
                .counter(
                        "rpcrdma.server.inline.received.bytes",
                        "bytes of messages that came by Send",
                        ServerFigures::inlineReceivedBytes)
                .counter(
                        "rpcrdma.server.inline.sent.bytes",
                        "bytes of messages that went by Send",
                        ServerFigures::inlineSentBytes)
                .counter(
                        "rpcrdma.server.read.chunk.bytes",
                        "bytes read by the server out of Read chunks",
                        ServerFigures::readChunkBytes)
                .counter(
                        "rpcrdma.server.write.chunk.bytes",
                        "bytes written by the server into Write chunks",
                        ServerFigures::writeChunkBytes)
                .counter(
                        "rpcrdma.server.reply.chunk.bytes",
                        "bytes written by the server into Reply chunks",
                        ServerFigures::replyChunkBytes)
                .durations(
                        "rpcrdma.server.waiting",
                        "from the arrival of a call until its service had it",
                        ServerFigures::waiting)
                .durations("rpcrdma.server.service", "from there until the reply was posted", ServerFigures::service)
                .durations("rpcrdma.server.reply", "from there until the reply was sent", ServerFigures::reply);
    }
}
