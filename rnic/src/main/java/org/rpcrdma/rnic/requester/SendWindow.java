// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.CongestionControl;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Limits the number of packets that a queue pair has in flight. The limits are the link's maximum and, while other
 * queue pairs have packets in flight to the same host, the queue pair's share. Shares may change at any time. The last
 * packet that fits in the window requests an acknowledgement, so that sending always continues. If no requested
 * acknowledgement is outstanding, one more packet is sent.
 */
final class SendWindow {
    /**
     * The number of packets per full window that request an acknowledgement, and the number of READ parts per full
     * window.
     */
    private static final int ANSWERS = 4;
    /** The minimum length of a READ part, in packets, unless the window is smaller. */
    private static final int SHORTEST_PART = 8;

    private static final long NONE = -1;

    private final Link link;
    private final Timeline timeline;
    private final SendSequence sequence;
    private final int most;
    /** The window shared with other queue pairs, or null. */
    private SharedWindow shared;

    private boolean hasJoined;
    private int readPart;
    /** The PSN at which the latest repeated request for the rest of a READ part begins. */
    private long restPsn = NONE;

    private long askedPsn = NONE;
    /** The PSN of the packet whose answer is being timed, and the time, in ns, at which that packet was sent. */
    private long timedPsn = NONE;

    private long timedSince;

    SendWindow(final Link link, final Timeline timeline, final SendSequence sequence) {
        this.link = link;
        this.timeline = timeline;
        this.sequence = sequence;
        most = link.window();
        readPart = Math.max(1, most / ANSWERS);
    }

    /** Joins the shared window for the peer's host. */
    void connect(final PacketSink peer) {
        leave();
        shared = peer == null ? null : link.sharedWindow(peer);
    }

    /** Returns true if the link limits packets in flight. */
    boolean isBounded() {
        return most != Integer.MAX_VALUE;
    }

    private int size() {
        return shared == null ? most : Math.min(most, shared.share());
    }

    /** Reserves a share if the next packet fits. Returns false if it does not fit. */
    boolean hasRoom() {
        return hasRoom(1, size());
    }

    /** Reserves a share if the next part of a READ fits. Returns false if it does not fit. */
    boolean hasRoomForRead(final int packets) {
        return hasRoom(packets, size());
    }

    private boolean hasRoom(final int packets, final int limit) {
        final long outstanding = sequence.outstanding();
        if (outstanding > 0 && outstanding + packets > limit && isAnswerAwaited()) {
            if (shared != null && limit < most) {
                shared.packetsWait();
            }
            return false;
        }
        if (shared != null && !hasJoined) {
            hasJoined = true;
            shared.join(timeline.nanoTime());
        }
        return true;
    }

    private boolean isAnswerAwaited() {
        return shared == null || sequence.firstMissing() <= askedPsn && askedPsn < sequence.psn();
    }

    /** Releases the share because no packet is in flight. */
    void leave() {
        if (hasJoined) {
            hasJoined = false;
            shared.leave();
        }
    }

    /**
     * Returns the number of packets in an aligned part of a READ. The number never increases: the peer records parts as
     * they were requested, and a repeated request must not be longer than the original.
     */
    int readPart() {
        if (shared != null) {
            readPart = Math.min(readPart, Integer.highestOneBit(Math.max(SHORTEST_PART, shared.fullShare() / ANSWERS)));
        }
        return readPart;
    }

    /** Records that a READ has requested packets from the given index, starting with the next PSN. */
    void readAsked(final int packet) {
        if (packet % readPart != 0) {
            restPsn = sequence.psn();
        }
    }

    /**
     * Returns true if a response may begin with the given packet of a READ, because a part, or the rest of a part, was
     * requested from that packet on.
     */
    boolean mayBegin(final int packet, final long psn) {
        return packet % readPart == 0 || psn == restPsn;
    }

    /** Returns true if a response other than the READ's last response may end with the given packet. */
    boolean mayEnd(final int packet) {
        return (packet + 1) % readPart == 0;
    }

    /** Returns true if the next packet, which is not the last of its request, must request an acknowledgement. */
    boolean isAnswerDue() {
        final int size = size();
        return (sequence.psn() & Integer.highestOneBit(Math.max(1, size / ANSWERS)) - 1) == 0
                || shared != null && sequence.outstanding() + 1 >= size;
    }

    /** Records that packets have arrived. */
    void arrived(final long packets) {
        if (shared == null) {
            return;
        }
        final long now = timeline.nanoTime();
        long delay = CongestionControl.UNKNOWN;
        if (timedPsn != NONE && timedPsn < sequence.firstMissing()) {
            final long taken = now - timedSince;
            final long waited = link.waited();
            // The time for which an answer waited is measured with the system clock, which may be changed at any time.
            delay = waited <= taken ? taken - waited : CongestionControl.UNKNOWN;
            timedPsn = NONE;
        }
        shared.arrived((int) packets, delay, now);
    }

    /** Records that a packet has been lost. */
    void lost() {
        if (shared != null) {
            shared.lost(timeline.nanoTime());
        }
    }

    /**
     * Stops timing. Packets will be sent again, so an answer can no longer be matched to one transmission (Karn's
     * rule).
     */
    void wentBack() {
        timedPsn = NONE;
    }

    /** Records that the next packet has been sent, and whether an answer to it is expected. */
    void sent(final boolean isAnswered) {
        final long psn = sequence.psn();
        if (isAnswered) {
            askedPsn = psn;
            if (timedPsn == NONE && shared != null && !sequence.isKnown(psn)) {
                timedPsn = psn;
                timedSince = timeline.nanoTime();
            }
        } else if (psn <= askedPsn) {
            askedPsn = NONE;
        }
    }
}
