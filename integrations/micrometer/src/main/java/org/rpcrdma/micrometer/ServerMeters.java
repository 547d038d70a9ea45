// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.server.ServerFigures;

/**
 * Publishes the figures of an {@link org.rpcrdma.transport.server.RpcRdmaServer}. Each figure in {@link ServerFigures}
 * has one meter. Meters for durations exist only if the server measures calls.
 */
public final class ServerMeters extends FigureMeters<ServerFigures> {
    /**
     * Creates a binder.
     *
     * @param figures the source of the server's figures: {@code server.newFigures()}.
     * @param tags    the tags that all meters have. Meters with the same name must have different tags.
     * @throws IllegalArgumentException if the figures or the tags are null.
     */
    public ServerMeters(final Supplier<ServerFigures> figures, final Iterable<Tag> tags) {
        super("rpcrdma.server.", figures, tags);
    }

    @Override
    void bind(final Meters<ServerFigures> meters) {
        meters.gauge("connections", "connections, including closing ones", ServerFigures::connections);
        meters.counter("connections.accepted", "connections accepted", ServerFigures::connectionsAccepted);
        meters.counter(
                "connections.rejected",
                "connection requests rejected because resources were insufficient",
                ServerFigures::connectionsRejected);
        meters.ends("connections.ended", "connections that have ended", ServerFigures::connectionsEnded);
        meters.gauge("credits", "credits granted to a new connection", ServerFigures::credits);
        meters.gauge("credits.granted", "credits granted to all connections", ServerFigures::creditsGranted);
        meters.gauge("credits.used", "calls in progress; each uses a credit", ServerFigures::creditsUsed);
        meters.gauge("calls.waiting", "calls waiting for memory", ServerFigures::callsWaiting);
        meters.counter("messages.received", "messages received", ServerFigures::messagesReceived);
        meters.counter("replies.sent", "replies sent", ServerFigures::repliesSent);
        meters.counter("errors.sent", "RDMA_ERROR messages sent", ServerFigures::errorsSent);
        meters.counter("messages.dropped", "messages that were not answered", ServerFigures::messagesDropped);
        meters.counter("service.failures", "exceptions thrown by the service", ServerFigures::serviceFailures);
        meters.gauge("payload.bytes", "payload memory, in use or free", ServerFigures::payloadBytes);
        meters.gauge("send.buffers.in.use", "send buffers that contain a reply", ServerFigures::sendBuffersInUse);
        meters.gauge("send.mapped.bytes", "send memory mapped for the device", ServerFigures::sendMappedBytes);
        meters.counter(
                "inline.received.bytes", "bytes of messages received by Send", ServerFigures::inlineReceivedBytes);
        meters.counter("inline.sent.bytes", "bytes of messages sent by Send", ServerFigures::inlineSentBytes);
        meters.counter("read.chunk.bytes", "bytes read by the server from Read chunks", ServerFigures::readChunkBytes);
        meters.counter(
                "write.chunk.bytes", "bytes written by the server into Write chunks", ServerFigures::writeChunkBytes);
        meters.counter(
                "reply.chunk.bytes", "bytes written by the server into Reply chunks", ServerFigures::replyChunkBytes);
        bindReplyCache(meters);
        meters.durations("waiting", "time from a call's arrival to its receipt by the service", ServerFigures::waiting);
        meters.durations(
                "service",
                "time from the service's receipt of a call to the posting of the reply",
                ServerFigures::service);
        meters.durations("reply", "time from posting the reply until it was sent", ServerFigures::reply);
    }

    private static void bindReplyCache(final Meters<ServerFigures> meters) {
        meters.counter("reply.cache.hits", "repeated calls answered from the cache", ServerFigures::replyCacheHits);
        meters.counter(
                "reply.cache.waits",
                "repeated calls that waited for the original call",
                ServerFigures::replyCacheWaits);
        meters.counter("reply.cache.misses", "executed calls to cached procedures", ServerFigures::replyCacheMisses);
        meters.counter("reply.cache.not.kept", "calls whose reply was not cached", ServerFigures::replyCacheNotKept);
        meters.counter("reply.cache.evicted", "replies evicted by later replies", ServerFigures::replyCacheEvicted);
        meters.gauge("reply.cache.entries", "cached replies and calls in progress", ServerFigures::replyCacheEntries);
        meters.gauge("reply.cache.bytes", "memory used by cached replies", ServerFigures::replyCacheBytes);
    }
}
