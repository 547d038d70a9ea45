// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.Supplier;
import org.rpcrdma.transport.client.ClientFigures;

/**
 * Meters of an {@link org.rpcrdma.transport.client.RpcRdmaClient}:
 *
 * <pre>
 *   rpcrdma.client.connections        connections established
 *   rpcrdma.client.credits            credits that the server granted last
 *   rpcrdma.client.calls.outstanding  calls that were sent and have no reply
 *   rpcrdma.client.calls.queued       calls that wait for a credit or a connection
 *   rpcrdma.client.calls.answered     calls that got their reply
 *   rpcrdma.client.calls.failed       calls that ended without a reply
 *   rpcrdma.client.retransmissions    times that a call was sent again
 *   rpcrdma.client.replies.unknown    replies that no call has waited for
 * </pre>
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
                        "rpcrdma.client.connections",
                        "connections",
                        "connections established",
                        ClientFigures::connections)
                .gauge(
                        "rpcrdma.client.credits",
                        "credits",
                        "credits that the server granted last",
                        ClientFigures::creditsGranted)
                .gauge(
                        "rpcrdma.client.calls.outstanding",
                        "calls",
                        "calls that were sent and have no reply",
                        ClientFigures::callsOutstanding)
                .gauge(
                        "rpcrdma.client.calls.queued",
                        "calls",
                        "calls that wait for a credit or a connection",
                        ClientFigures::callsQueued)
                .counter(
                        "rpcrdma.client.calls.answered",
                        "calls",
                        "calls that got their reply",
                        ClientFigures::callsAnswered)
                .counter(
                        "rpcrdma.client.calls.failed",
                        "calls",
                        "calls that ended without a reply",
                        ClientFigures::callsFailed)
                .counter(
                        "rpcrdma.client.retransmissions",
                        "calls",
                        "times that a call was sent again",
                        ClientFigures::retransmissions)
                .counter(
                        "rpcrdma.client.replies.unknown",
                        "messages",
                        "replies that no call has waited for",
                        ClientFigures::unknownReplies);
    }
}
