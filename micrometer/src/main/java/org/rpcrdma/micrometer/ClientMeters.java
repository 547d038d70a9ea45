// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.client.ClientFigures;

/**
 * Meters of an {@link org.rpcrdma.transport.client.RpcRdmaClient}: one for each of its
 * {@link ClientFigures}; of durations if it measures calls.
 */
public final class ClientMeters extends FigureMeters<ClientFigures> {
    /**
     * Makes a binder.
     *
     * @param figures the client's: {@code client.newFigures()}.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public ClientMeters(final Supplier<ClientFigures> figures, final Iterable<Tag> tags) {
        super(figures, tags);
    }

    @Override
    void bind(final Meters<ClientFigures> meters) {
        meters.counter(
                        "rpcrdma.client.connections.established",
                        "connections established",
                        ClientFigures::connectionsEstablished)
                .ends(
                        "rpcrdma.client.connections.ended",
                        "connections that have ended or did not come about",
                        ClientFigures::connectionsEnded)
                .gauge(
                        "rpcrdma.client.credits.granted",
                        "credits that the server granted last",
                        ClientFigures::creditsGranted)
                .gauge(
                        "rpcrdma.client.credits.used",
                        "calls that were sent and have no reply",
                        ClientFigures::creditsUsed)
                .gauge(
                        "rpcrdma.client.calls.queued",
                        "calls that wait for a credit or a connection",
                        ClientFigures::callsQueued)
                .counter("rpcrdma.client.calls.answered", "calls that got their reply", ClientFigures::callsAnswered)
                .counter("rpcrdma.client.calls.failed", "calls that ended without a reply", ClientFigures::callsFailed)
                .counter(
                        "rpcrdma.client.retransmissions",
                        "times that a call was sent again",
                        ClientFigures::retransmissions)
                .counter(
                        "rpcrdma.client.replies.unknown",
                        "replies that no call has waited for",
                        ClientFigures::repliesUnknown)
                .counter(
                        "rpcrdma.client.inline.received.bytes",
                        "bytes of messages that came by Send",
                        ClientFigures::inlineReceivedBytes)
                .counter(
                        "rpcrdma.client.inline.sent.bytes",
                        "bytes of messages that went by Send",
                        ClientFigures::inlineSentBytes)
                .counter(
                        "rpcrdma.client.read.chunk.bytes",
                        "bytes read by the server out of Read chunks",
                        ClientFigures::readChunkBytes)
                .counter(
                        "rpcrdma.client.write.chunk.bytes",
                        "bytes written by the server into Write chunks",
                        ClientFigures::writeChunkBytes)
                .counter(
                        "rpcrdma.client.reply.chunk.bytes",
                        "bytes written by the server into Reply chunks",
                        ClientFigures::replyChunkBytes)
                .durations(
                        "rpcrdma.client.round.trip",
                        "from the first sending of a call until its reply",
                        ClientFigures::roundTrip);
    }
}
