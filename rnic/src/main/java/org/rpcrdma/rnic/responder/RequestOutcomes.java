// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.dma.LandingPool;
import org.rpcrdma.rnic.dma.LandingTaker;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Completes and answers the requests that a responder took, each when its data, and that of all requests before it, is
 * in memory.
 */
final class RequestOutcomes implements LandingTaker {
    private final Timeline timeline;
    private final Peer peer;
    private final LandingPool landings;
    private final QueuePairEvents events;
    private final ReceiveTarget target;
    private final ResponseSender responses;
    private long lastLanding;
    /** Messages of the peer that are completed; a READ or an atomic is once it is taken. */
    private int messages;

    private boolean hasFailed;
    private boolean hasEnded;

    RequestOutcomes(
            final QueuePairContext context,
            final ReceiveTarget target,
            final ResponseSender responses,
            final LandingPool landings) {
        timeline = context.timeline();
        peer = context.peer();
        this.landings = landings;
        events = context.events();
        this.target = target;
        this.responses = responses;
    }

    /** Returns true if a request has failed, so that no further requests are executed. */
    boolean hasFailed() {
        return hasFailed;
    }

    /** Returns when the data of the packets that arrived so far is in memory. */
    long lastLanding() {
        return lastLanding;
    }

    /** Counts a message that completes immediately; returns its number. */
    int countMessage() {
        return ++messages;
    }

    /**
     * Accepts a packet whose data lands at a time; it is then acknowledged if it is the last of its message or requests
     * that.
     */
    void take(final Packet packet, final long time) {
        if (packet.isLast) {
            messages++;
        }
        if (packet.isLast || packet.isAckRequested) {
            land(landing(packet, Packet.ACK, packet.psn), time);
        } else {
            lastLanding = Math.max(lastLanding, time);
            peer.drop(packet);
        }
    }

    /** As {@link #take}; the last packet of the message completes a Receive. */
    void takeIntoReceive(
            final Packet packet, final long position, final int length, final boolean isInline, final long time) {
        if (!packet.isLast) {
            take(packet, time);
            return;
        }
        messages++;
        final Landing landing = landing(packet, Packet.ACK, packet.psn);
        landing.complete(position, CompletionStatus.SUCCESS, length);
        landing.isInline = isInline;
        land(landing, time);
    }

    /** Fails a packet's request at the peer, with a status. */
    void fail(final Packet packet, final int statusThere, final long time) {
        hasFailed = true;
        final Landing landing = landing(packet, Packet.NAK, packet.psn);
        landing.status = statusThere;
        land(landing, time);
    }

    /** As {@link #fail}; the message's Receive fails, too. The answer may say that the data was delivered. */
    void failReceive(
            final Packet packet,
            final byte answer,
            final int statusThere,
            final long position,
            final int status,
            final int length,
            final long time) {
        hasFailed = true;
        final Landing landing = landing(packet, answer, packet.psn);
        landing.status = statusThere;
        landing.complete(position, status, length);
        land(landing, time);
    }

    /**
     * A READ fails at the peer, once the data of earlier requests is in memory.
     *
     * @param psn             the number of the packet that could not be sent.
     * @param statusThere     the READ's status at the peer.
     * @param messageSequence messages of the peer that were completed before it.
     * @param landing         the earliest time of the answer.
     */
    void readFailed(final long psn, final int statusThere, final int messageSequence, final long time) {
        hasFailed = true;
        final Landing landing = landing(null, Packet.NAK, psn);
        landing.status = statusThere;
        land(landing, time);
        landing.messageSequence = messageSequence;
    }

    /** Answers a packet of which nothing is taken. */
    void answer(final Packet packet, final byte answer, final long psn) {
        land(landing(packet, answer, psn), timeline.nanoTime());
    }

    private Landing landing(final Packet packet, final byte answer, final long psn) {
        final Landing landing = landings.take(this, packet);
        landing.answer = answer;
        landing.psn = psn;
        return landing;
    }

    private void land(final Landing landing, final long time) {
        lastLanding = Math.max(lastLanding, time);
        landing.messageSequence = messages;
        landings.schedule(landing, lastLanding);
    }

    @Override
    public void landed(final Landing landing) {
        if (hasEnded || !events.isOperational()) {
            return;
        }
        if (landing.completes()) {
            target.completions.complete(landing);
        } else if (landing.answer == Packet.NAK) {
            events.raise(eventOf(landing.status));
        }
        if (events.isOperational()) {
            responses.answer(landing);
        }
    }

    /** Returns the event of a failure that no completion reports. */
    private static AsyncEventType eventOf(final int statusThere) {
        return switch (statusThere) {
            case CompletionStatus.REM_ACCESS_ERR -> AsyncEventType.QP_ACCESS_ERR;
            case CompletionStatus.REM_INV_REQ_ERR -> AsyncEventType.QP_REQ_ERR;
            default -> AsyncEventType.QP_FATAL;
        };
    }

    /** Stops executing requests. */
    void stop() {
        hasFailed = true;
    }

    /** Drops data in flight to memory: the life of the queue pair is over. */
    void end() {
        hasEnded = true;
    }
}
