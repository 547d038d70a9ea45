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
 * Completes and acknowledges the requests that a responder has accepted. A request completes when its own data and the
 * data of all earlier requests is in memory.
 */
final class RequestOutcomes implements LandingTaker {
    private final Timeline timeline;
    private final Peer peer;
    private final LandingPool landings;
    private final QueuePairEvents events;
    private final ReceiveTarget target;
    private final ResponseSender responses;
    private long lastLanding;
    /**
     * The number of the peer's messages that are complete. A READ or an atomic counts as complete when it is accepted.
     */
    private int messages;

    private boolean hasFailed;
    private boolean hasEnded;
    /** The PSN of a READ that failed after it had been accepted. Later requests are no longer answered. */
    private long failedRead = Long.MAX_VALUE;

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

    /** Returns the time, in ns, at which the data of all packets received so far is in memory. */
    long lastLanding() {
        return lastLanding;
    }

    /** Returns the number of the peer's messages that are complete. */
    int messages() {
        return messages;
    }

    /** Counts a message that completes immediately, and returns the updated count. */
    int countMessage() {
        return ++messages;
    }

    /**
     * Accepts a packet whose data lands at the given time. The packet is then acknowledged if it is the last packet of
     * its message or requests an acknowledgement.
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

    /** Like {@link #take}, but the last packet of the message completes a Receive. */
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

    /** Makes a packet's request fail at the peer with the given status. */
    void fail(final Packet packet, final int statusThere, final long time) {
        hasFailed = true;
        final Landing landing = landing(packet, Packet.NAK, packet.psn);
        landing.status = statusThere;
        land(landing, time);
    }

    /** Like {@link #fail}, but also fails the message's Receive. The answer may still acknowledge the data. */
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
     * Makes a READ fail at the peer once the data of earlier requests is in memory. Later requests may already have
     * been executed or may have failed. Their answers are dropped, because the NAK of a later request would hide the
     * READ's NAK.
     *
     * @param psn             the PSN of the packet that could not be sent.
     * @param statusThere     the READ's status at the peer.
     * @param messageSequence the number of the peer's messages that were completed before this one.
     * @param landing         the earliest time of the answer, in ns.
     */
    void readFailed(final long psn, final int statusThere, final int messageSequence, final long time) {
        hasFailed = true;
        failedRead = psn;
        final Landing landing = landing(null, Packet.NAK, psn);
        landing.status = statusThere;
        land(landing, time);
        landing.messageSequence = messageSequence;
    }

    /** Answers a packet without executing it. */
    void answer(final Packet packet, final byte answer, final long psn) {
        land(landing(packet, answer, psn), timeline.nanoTime());
    }

    /**
     * Acknowledges a repeated request.
     *
     * @param packet          the request.
     * @param psn             the PSN of the acknowledgement.
     * @param messageSequence the number of the peer's messages that were completed up to that PSN.
     */
    void acknowledgeAgain(final Packet packet, final long psn, final int messageSequence) {
        final Landing landing = landing(packet, Packet.ACK, psn);
        landing.isRepeat = true;
        land(landing, timeline.nanoTime());
        landing.messageSequence = messageSequence;
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
        final boolean isAnswered = landing.psn <= failedRead;
        if (landing.completes()) {
            target.completions.complete(landing);
        } else if (isAnswered && landing.answer == Packet.NAK) {
            events.raise(eventOf(landing.status));
        }
        if (isAnswered && events.isOperational()) {
            responses.answer(landing);
        }
    }

    /** Returns the asynchronous event for a failure that no completion reports. */
    private static AsyncEventType eventOf(final int statusThere) {
        return switch (statusThere) {
            case CompletionStatus.REM_ACCESS_ERR -> AsyncEventType.QP_ACCESS_ERR;
            case CompletionStatus.REM_INV_REQ_ERR -> AsyncEventType.QP_REQ_ERR;
            default -> AsyncEventType.QP_FATAL;
        };
    }

    /** Stops the execution of requests. */
    void stop() {
        hasFailed = true;
    }

    /** Drops data in flight to memory because the queue pair is being reset or closed. */
    void end() {
        hasEnded = true;
    }
}
