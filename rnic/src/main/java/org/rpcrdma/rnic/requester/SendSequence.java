// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostedSend;
import org.rpcrdma.rnic.queue.SendQueue;

/**
 * The numbers (PSN) of a send queue's packets: which requests have theirs, which number goes next, which are
 * acknowledged.
 *
 * <pre>
 * requests   completed ... next ........ started ... tail
 *            on the way    being sent    without numbers
 * numbers    ackedPsn  ... sendPsn ..... nextPsn
 * </pre>
 *
 * <p>{@code next} moves before {@code started} when sending goes back: requests keep their numbers. A READ takes one
 * number per response packet, a local operation no number.
 *
 * <p>No number of a READ counts as acknowledged before the response's packet of that number is here: so the missing
 * packets, of either kind, begin behind {@code ackedPsn}.
 */
final class SendSequence {
    static final long NOT_FOUND = -1;
    private static final long NOWHERE = Long.MAX_VALUE;

    private final SendQueue queue;
    private long started;
    /** The position from which on nothing is sent: the request there failed. */
    private long haltsAt = NOWHERE;

    private long nextPsn;
    private long sendPsn;
    /** After the highest number sent or requested by a READ; going back does not change it. */
    private long sentPsn;

    private long ackedPsn = -1;
    /** The peer has taken requests up to this PSN, though a READ's response may be missing. */
    private long takenPsn = -1;

    SendSequence(final SendQueue queue) {
        this.queue = queue;
        started = queue.tail;
    }

    /** Begins with a number. */
    void begin(final long psn) {
        nextPsn = psn;
        sendPsn = psn;
        sentPsn = psn;
        ackedPsn = psn - 1;
        takenPsn = psn - 1;
    }

    /** Returns true if there is a request to send or to carry out. */
    boolean hasNext() {
        return queue.next < queue.tail && queue.next < haltsAt;
    }

    /** Sends nothing from a request on. */
    void haltAt(final long position) {
        haltsAt = Math.min(haltsAt, position);
    }

    /** Stops sending. */
    void halt() {
        haltsAt = 0;
    }

    /** Sends on after {@link #haltAt}. */
    void goOn() {
        haltsAt = NOWHERE;
    }

    /** Returns true if a request will not be sent again. */
    boolean isHaltedAt(final long position) {
        return position >= haltsAt;
    }

    /** Returns true if the next request has its PSNs: it was begun before. */
    boolean isNextStarted() {
        return queue.next < started;
    }

    /** Gives the next request its numbers. */
    void start(final int slot, final int packets) {
        final PostedSend request = queue.at(slot);
        request.firstPsn = nextPsn;
        sendPsn = nextPsn;
        nextPsn += packets;
        request.lastPsn = nextPsn - 1;
        started++;
    }

    /** Begins the next request, a local operation, which finishes with the requests before it. */
    void startLocal(final int slot) {
        queue.at(slot).lastPsn = nextPsn - 1;
        started++;
    }

    /** Leaves out requests that were flushed without PSNs. */
    void skipFlushed() {
        started = queue.tail;
        sendPsn = nextPsn;
        sentPsn = nextPsn;
        ackedPsn = nextPsn - 1;
    }

    /** Returns the position of the first request that is not begun. */
    long firstNotStarted() {
        return started;
    }

    /** Returns the PSN to send now. */
    long psn() {
        return sendPsn;
    }

    /** Returns true if sending went back to a PSN of a request. */
    boolean isAt(final long position, final long psn) {
        return queue.next == position && sendPsn == psn;
    }

    /** Returns true if a PSN was sent and will not be sent again unchanged. */
    boolean isBehind(final long position, final long psn) {
        return position < queue.next || position == queue.next && psn < sendPsn;
    }

    /** Returns the index of the next packet to send in its request. */
    int packetOf(final int slot) {
        return (int) (sendPsn - queue.at(slot).firstPsn);
    }

    /** Goes to the next packet of the same request. */
    void nextPacket() {
        skipPackets(1);
    }

    /** Goes to a later packet of the same request. */
    void skipPackets(final int packets) {
        sendPsn += packets;
        sentPsn = Math.max(sentPsn, sendPsn);
    }

    /** Returns the number of packets in flight, including packets that READs have requested. */
    long outstanding() {
        return sendPsn - firstMissing();
    }

    /** Goes to the next request, all of this one being sent; after going back it may have its numbers already. */
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

    /** Returns the full number of a PSN on a packet that answers. */
    long answered(final long onPacket) {
        return Psn.near(onPacket, nextPsn);
    }

    /** Returns true if a PSN was ever sent. */
    boolean isKnown(final long psn) {
        return psn < sentPsn;
    }

    /**
     * Notes that the peer has everything up to a PSN. Returns true if that is new. Packets that need no retransmission
     * any longer are skipped.
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

    /** Notes that the peer has taken requests up to a PSN. Returns true if that is more than before. */
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
     * Returns the first PSN that is missing: of a request that the peer is not known to have, or of a READ's response.
     */
    long firstMissing() {
        return ackedPsn + 1;
    }

    /** Returns true if a packet is missing that has a PSN. */
    boolean isAnswerMissing() {
        return firstMissing() < nextPsn;
    }

    /** Returns the position of the request that a PSN belongs to, or NOT_FOUND. */
    long find(final long psn) {
        for (long position = queue.completed; position < started; position++) {
            final PostedSend request = queue.at(queue.slot(position));
            if (!Operation.isLocal(request.operation) && request.firstPsn <= psn && psn <= request.lastPsn) {
                return position;
            }
        }
        return NOT_FOUND;
    }

    /** Returns true if a request that was sent, or carried out, is done. */
    boolean isDone(final int slot) {
        final PostedSend request = queue.at(slot);
        if (Operation.isRead(request.operation)) {
            return request.isDone;
        }
        return request.lastPsn <= ackedPsn && (request.isDone || !Operation.isLocal(request.operation));
    }

    /** Returns true if something was begun that is not done. */
    boolean hasOutstanding() {
        return queue.completed < started;
    }
}
