// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostedSend;
import org.rpcrdma.rnic.queue.SendQueue;

/**
 * The PSNs of a send queue's packets. This class tracks which requests have PSNs, which PSN is sent next, and which
 * PSNs are acknowledged.
 *
 * <pre>
 * requests   completed ... next ........ started ... tail
 *            in flight     being sent    without numbers
 * numbers    ackedPsn  ... sendPsn ..... nextPsn
 * </pre>
 *
 * <p>{@code next} moves before {@code started} when sending goes back, but requests keep their numbers. A READ uses one
 * number per response packet; a local operation uses none.
 *
 * <p>A PSN of a READ counts as acknowledged only when the response packet with that PSN has arrived. Therefore {@code
 * ackedPsn} precedes all missing request and response packets.
 */
final class SendSequence {
    static final long NOT_FOUND = -1;
    private static final long NOWHERE = Long.MAX_VALUE;

    private final SendQueue queue;
    private long started;
    /** The position of a failed request. This request and later requests are not sent. */
    private long haltsAt = NOWHERE;

    private long nextPsn;
    private long sendPsn;
    /**
     * The PSN after the highest PSN that has been sent or requested by a READ. It does not change when sending goes
     * back.
     */
    private long sentPsn;

    private long ackedPsn = -1;
    /** The PSN up to which the peer has executed requests. READ responses before it may be missing. */
    private long takenPsn = -1;

    SendSequence(final SendQueue queue) {
        this.queue = queue;
        started = queue.tail;
    }

    /** Sets the initial PSN. */
    void begin(final long psn) {
        nextPsn = psn;
        sendPsn = psn;
        sentPsn = psn;
        ackedPsn = psn - 1;
        takenPsn = psn - 1;
    }

    /** Returns true if there is a request to send or to execute. */
    boolean hasNext() {
        return queue.next < queue.tail && queue.next < haltsAt;
    }

    /** Stops sending before the request at the given position. */
    void haltAt(final long position) {
        haltsAt = Math.min(haltsAt, position);
    }

    /** Stops sending. */
    void halt() {
        haltsAt = 0;
    }

    /** Resumes sending after {@link #haltAt}. */
    void goOn() {
        haltsAt = NOWHERE;
    }

    /** Returns true if a request will not be sent again. */
    boolean isHaltedAt(final long position) {
        return position >= haltsAt;
    }

    /** Returns true if the next request already has PSNs because it was started earlier. */
    boolean isNextStarted() {
        return queue.next < started;
    }

    /** Assigns PSNs to the next request. */
    void start(final int slot, final int packets) {
        final PostedSend request = queue.at(slot);
        request.firstPsn = nextPsn;
        sendPsn = nextPsn;
        nextPsn += packets;
        request.lastPsn = nextPsn - 1;
        started++;
    }

    /** Starts the next request, which is a local operation. It completes together with the preceding requests. */
    void startLocal(final int slot) {
        queue.at(slot).lastPsn = nextPsn - 1;
        started++;
    }

    /** Skips requests that were flushed before they received PSNs. */
    void skipFlushed() {
        started = queue.tail;
        sendPsn = nextPsn;
        sentPsn = nextPsn;
        ackedPsn = nextPsn - 1;
    }

    /** Returns the position of the first request that has not started. */
    long firstNotStarted() {
        return started;
    }

    /** Returns the PSN to send now. */
    long psn() {
        return sendPsn;
    }

    /** Returns true if sending has gone back to a given PSN of a request. */
    boolean isAt(final long position, final long psn) {
        return queue.next == position && sendPsn == psn;
    }

    /** Returns true if sending has moved past a given PSN of a request. */
    boolean isBehind(final long position, final long psn) {
        return position < queue.next || position == queue.next && psn < sendPsn;
    }

    /** Returns the index, within its request, of the next packet to send. */
    int packetOf(final int slot) {
        return (int) (sendPsn - queue.at(slot).firstPsn);
    }

    /** Advances to the next packet of the same request. */
    void nextPacket() {
        skipPackets(1);
    }

    /** Advances to a later packet of the same request. */
    void skipPackets(final int packets) {
        sendPsn += packets;
        sentPsn = Math.max(sentPsn, sendPsn);
    }

    /** Returns the number of packets in flight, including packets that READs have requested. */
    long outstanding() {
        return sendPsn - firstMissing();
    }

    /**
     * Advances to the next request after all packets of the current one. After sending has gone back, the next request
     * may already have PSNs.
     */
    void nextRequest() {
        sentPsn = Math.max(sentPsn, queue.at(queue.slot(queue.next)).lastPsn + 1);
        queue.next++;
        if (queue.next < started) {
            sendPsn = queue.at(queue.slot(queue.next)).firstPsn;
        }
    }

    void goBack(final long position, final long psn) {
        queue.next = position;
        sendPsn = psn;
    }

    /** Returns the full PSN for a PSN in an answer. */
    long answered(final long onPacket) {
        return Psn.near(onPacket, nextPsn);
    }

    /** Returns true if a PSN has ever been sent. */
    boolean isKnown(final long psn) {
        return psn < sentPsn;
    }

    /**
     * Records that the peer has acknowledged everything up to a PSN, and skips packets that no longer need
     * retransmission. Returns true if this is progress.
     */
    boolean acknowledge(final long psn) {
        if (psn <= ackedPsn) {
            return false;
        }
        ackedPsn = psn;
        if (queue.next < started && sendPsn <= psn) {
            skipAcknowledged();
        }
        return true;
    }

    /** Records that the peer has executed requests up to a PSN. Returns true if this is progress. */
    boolean taken(final long psn) {
        if (psn <= takenPsn) {
            return false;
        }
        takenPsn = psn;
        return true;
    }

    private void skipAcknowledged() {
        while (queue.next < started && queue.at(queue.slot(queue.next)).lastPsn <= ackedPsn) {
            queue.next++;
        }
        if (queue.next < started) {
            sendPsn = Math.max(queue.at(queue.slot(queue.next)).firstPsn, ackedPsn + 1);
        }
    }

    /**
     * Returns the first missing PSN. It belongs to a request that the peer has not acknowledged, or to a READ's
     * response.
     */
    long firstMissing() {
        return ackedPsn + 1;
    }

    /** Returns true if an answer to a packet with a PSN is missing. */
    boolean isAnswerMissing() {
        return firstMissing() < nextPsn;
    }

    /** Returns the position of the request to which a PSN belongs, or NOT_FOUND. */
    long find(final long psn) {
        for (long position = queue.completed; position < started; position++) {
            final PostedSend request = queue.at(queue.slot(position));
            if (!Operation.isLocal(request.operation) && request.firstPsn <= psn && psn <= request.lastPsn) {
                return position;
            }
        }
        return NOT_FOUND;
    }

    /** Returns true if a request that has been sent or executed is finished. */
    boolean isDone(final int slot) {
        final PostedSend request = queue.at(slot);
        if (Operation.isRead(request.operation)) {
            return request.isDone;
        }
        return request.lastPsn <= ackedPsn && (request.isDone || !Operation.isLocal(request.operation));
    }

    /** Returns true if a request has started but is not finished. */
    boolean hasOutstanding() {
        return queue.completed < started;
    }
}
