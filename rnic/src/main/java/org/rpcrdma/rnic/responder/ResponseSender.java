// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.rnic.transmit.TurnTaker;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;

/** Sends a responder's packets: one READ or atomic response packet per turn, and acknowledgements after them. */
public final class ResponseSender {
    private final int queuePair;
    private final Peer peer;
    private final TurnTaker taker;
    private final TurnTimer turn;
    private final QueuePairEvents events;
    private final KeyTable keys;
    private final DeviceDma dma;
    private final boolean refusesMoreReads;
    private RequestOutcomes outcomes;
    private int mtu;
    private long wait;
    private Responses responses = new Responses(0, true);
    /** The time, in ns, until which the first response must wait for pages. */
    private long stalledUntil;
    /** The arrival time, in ns, of the most recently sent response. Acknowledgements must not overtake it. */
    private long lastArrival;
    /** The PSN of the latest READ or atomic. Its response acknowledges all earlier requests. */
    private long lastResponsePsn = Long.MIN_VALUE;

    public ResponseSender(final QueuePairContext context, final DeviceDma dma) {
        this.dma = dma;
        queuePair = context.self().number;
        peer = context.peer();
        turn = context.turn();
        taker = turn.taker;
        taker.hasResponses = false;
        events = context.events();
        keys = dma.keys();
        refusesMoreReads = context.personality() != Personality.RXE;
    }

    void connect(final int pathMtu, final int maxReadAtomic, final RequestOutcomes newOutcomes) {
        mtu = pathMtu;
        outcomes = newOutcomes;
        responses = new Responses(maxReadAtomic, refusesMoreReads);
    }

    /** Sets the wait that an RNR NAK requests, in nanoseconds. */
    public void setRnrWait(final long nanos) {
        wait = nanos;
    }

    boolean isEmpty() {
        return !taker.hasResponses;
    }

    /** Returns true if a pending packet can be sent now. */
    public boolean isReady(final long now) {
        return stalledUntil <= now;
    }

    boolean hasRoomForRead() {
        return responses.hasRoomForRead();
    }

    boolean hasRoomForRepeat() {
        return responses.hasRoomForRepeat();
    }

    /** Queues a READ response, whose data is read through a key of the given domain. */
    void addRead(final Packet request, final int domain, final boolean isRepeat) {
        responses.addRead(request, domain, isRepeat);
        lastResponsePsn = Math.max(lastResponsePsn, request.psn);
        taker.hasResponses = true;
        turn.now();
    }

    /** Queues the response to an atomic operation. */
    void addAtomic(final Packet request, final long value, final boolean isRepeat) {
        responses.addAtomic(request, value, isRepeat);
        lastResponsePsn = Math.max(lastResponsePsn, request.psn);
        taker.hasResponses = true;
        turn.now();
    }

    /**
     * Sends the answer for a landed packet immediately, or after the pending responses. Drops an acknowledgement if the
     * response to a later request implies it.
     */
    void answer(final Landing landing) {
        if (landing.answer == Packet.ACK && isImplied(landing)) {
            return;
        }
        if (isEmpty()) {
            sendAnswer(landing.answer, landing.psn, landing.status, landing.messageSequence);
        } else {
            responses.addAnswer(landing);
        }
    }

    /**
     * Returns true if a response implies an acknowledgement. A repeated request's acknowledgement is implied only by a
     * response that is still pending. A response that has already been sent may have been lost, and the peer may wait
     * for this acknowledgement before it requests the response again.
     */
    private boolean isImplied(final Landing acknowledgement) {
        return acknowledgement.isRepeat
                ? responses.hasLater(acknowledgement.psn)
                : acknowledgement.psn < lastResponsePsn;
    }

    /**
     * Sends the next response packet and the acknowledgements that follow it. Returns true if more packets are pending.
     */
    public boolean transmit() {
        final int i = responses.first();
        if (responses.kinds[i] == Packet.ATOMIC_RESPONSE) {
            sendAtomic(i);
        } else if (!sendPart(i)) {
            return false;
        }
        if (responses.lengths[i] == 0) {
            responses.removeFirst();
            while (!responses.isEmpty() && responses.isFirstAnswer()) {
                final int answer = responses.first();
                responses.removeFirst();
                sendAnswer(
                        responses.kinds[answer],
                        responses.psns[answer],
                        responses.statuses[answer],
                        responses.messageSequences[answer]);
            }
        }
        taker.hasResponses = !responses.isEmpty();
        return events.isOperational() && taker.hasResponses;
    }

    private void sendAtomic(final int i) {
        final Packet packet = peer.newAnswer(Packet.ATOMIC_RESPONSE, responses.psns[i], responses.messageSequences[i]);
        packet.payload.setLong(responses.values[i]);
        responses.lengths[i] = 0;
        dma.begin();
        lastArrival = peer.send(packet);
    }

    /** Sends the next packet of a READ response. Returns false if no packet can be sent now. */
    private boolean sendPart(final int i) {
        final int length = Math.min(mtu, responses.lengths[i]);
        final Packet packet = peer.newAnswer(Packet.READ_RESPONSE, responses.psns[i], responses.messageSequences[i]);
        packet.isFirst = responses.isAtBegin(i);
        packet.isLast = length == responses.lengths[i];
        final DmaTransfer transfer = dma.begin();
        final boolean isAllowed = length == 0
                || keys.allowsPeer(
                        responses.domains[i],
                        queuePair,
                        responses.keys[i],
                        responses.addresses[i],
                        length,
                        Access.REMOTE_READ);
        if (!isAllowed || !transfer.gather(packet, responses.keys[i], responses.addresses[i], length)) {
            peer.drop(packet);
            if (transfer.isPageFault()) {
                stalledUntil = transfer.pageFaultEnd();
                turn.at(stalledUntil);
                return false;
            }
            return leaveOut(i, isAllowed ? CompletionStatus.REM_OP_ERR : CompletionStatus.REM_ACCESS_ERR, transfer);
        }
        responses.psns[i]++;
        responses.addresses[i] += length;
        responses.lengths[i] -= length;
        lastArrival = peer.send(packet);
        return true;
    }

    /**
     * Drops a READ whose memory cannot be read, and fails it unless it is a repeat. If the peer has already received
     * the response, it may have invalidated the key; otherwise, it requests the response again. Returns true if later
     * responses can be sent.
     */
    private boolean leaveOut(final int i, final int statusThere, final DmaTransfer transfer) {
        if (responses.isRepeat(i)) {
            responses.lengths[i] = 0;
            return true;
        }
        responses.clear();
        taker.hasResponses = false;
        outcomes.readFailed(responses.psns[i], statusThere, responses.messageSequences[i] - 1, transfer.landingTime(0));
        return false;
    }

    /**
     * Sends an answer ahead of other queue pairs' payload. If the answer reports a failed request, the queue pair
     * fails.
     */
    private void sendAnswer(final byte kind, final long psn, final int status, final int messageSequence) {
        final Packet packet = peer.newAnswer(kind, psn, messageSequence);
        packet.status = status;
        packet.wait = wait;
        peer.sendAhead(packet, lastArrival);
        if (status != CompletionStatus.SUCCESS) {
            events.fail();
        }
    }
}
