// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.client.ClientFigures;

/**
 * Publishes the figures of an {@link org.rpcrdma.transport.client.RpcRdmaClient}. Each figure in {@link ClientFigures}
 * has one meter. Meters for durations exist only if the client measures calls.
 */
public final class ClientMeters extends FigureMeters<ClientFigures> {
    /**
     * Creates a binder.
     *
     * @param figures the source of the client's figures: {@code client.newFigures()}.
     * @param tags    the tags that all meters have. Meters with the same name must have different tags.
     * @throws IllegalArgumentException if the figures or the tags are null.
     */
    public ClientMeters(final Supplier<ClientFigures> figures, final Iterable<Tag> tags) {
        super("rpcrdma.client.", figures, tags);
    }

    @Override
    void bind(final Meters<ClientFigures> meters) {
        meters.counter("connections.established", "connections established", ClientFigures::connectionsEstablished);
        meters.ends(
                "connections.ended",
                "connections that ended or could not be established",
                ClientFigures::connectionsEnded);
        meters.gauge("credits.granted", "credits in the server's latest grant", ClientFigures::creditsGranted);
        meters.gauge("credits.used", "calls that have been sent but not yet answered", ClientFigures::creditsUsed);
        meters.gauge("calls.queued", "calls waiting for a credit or a connection", ClientFigures::callsQueued);
        meters.counter("calls.answered", "calls that received a reply", ClientFigures::callsAnswered);
        meters.counter("calls.failed", "calls that ended without a reply", ClientFigures::callsFailed);
        meters.counter("retransmissions", "repeated transmissions of calls", ClientFigures::retransmissions);
        meters.counter("replies.unknown", "replies that match no outstanding call", ClientFigures::repliesUnknown);
        meters.counter(
                "inline.received.bytes", "bytes of messages received by Send", ClientFigures::inlineReceivedBytes);
        meters.counter("inline.sent.bytes", "bytes of messages sent by Send", ClientFigures::inlineSentBytes);
        meters.counter("read.chunk.bytes", "bytes read by the server from Read chunks", ClientFigures::readChunkBytes);
        meters.counter(
                "write.chunk.bytes", "bytes written by the server into Write chunks", ClientFigures::writeChunkBytes);
        meters.counter(
                "reply.chunk.bytes", "bytes written by the server into Reply chunks", ClientFigures::replyChunkBytes);
        meters.durations("round.trip", "time from a call's first transmission to its reply", ClientFigures::roundTrip);
    }
}
