// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.link.CongestionControl;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Limits the packets of a queue pair in flight: to the link's limit, and to the queue pair's share while others have
 * packets in flight to the same host. Shares change at any time. So that sending always continues, a full window
 * requests an acknowledgement, and if none was requested one more packet is sent.
 */
final class SendWindow {
    /** How many packets of a full window ask for an acknowledgement, and how many parts of READs it has. */
    private static final int ANSWERS = 4;
    /** The shortest part of a READ in packets, but for windows that are shorter. */
    private static final int SHORTEST_PART = 8;

    private static final long NONE = -1;

    private final Link link;
    private final Timeline timeline;
    private final SendSequence sequence;
    private final int most;
    /** Null if nothing is shared. */
    private SharedWindow shared;

    private boolean hasJoined;
    private int readPart;
    /** The number from which on the rest of a part was asked for last: a repeat. */
    private long restPsn = NONE;

    private long askedPsn = NONE;
    /** The number of the packet whose answer is timed, and when it was sent. */
    private long timedPsn = NONE;

    private long timedSince;

    SendWindow(final Link link, final Timeline timeline, final SendSequence sequence) {
        this.link = link;
        this.timeline = timeline;
        this.sequence = sequence;
        most = link.window();
        readPart = Math.max(1, most / ANSWERS);
    }

    /** Shares the window of the peer's host. */
    void connect(final PacketSink peer) {
        leave();
        shared = peer == null ? null : link.sharedWindow(peer);
    }

    /** Returns true if the link's packets are counted. */
    boolean isBounded() {
        return most != Integer.MAX_VALUE;
    }

    private int size() {
        return shared == null ? most : Math.min(most, shared.share());
    }

    /** Takes a share if the next packet fits. Returns false if it does not. */
    boolean hasRoom() {
        return hasRoom(1, size());
    }

    /** Takes a share if the next part of a READ fits. Returns false if it does not. */
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

    /** Releases the share, as no packet is in flight. */
    void leave() {
        if (hasJoined) {
            hasJoined = false;
            shared.leave();
        }
    }

    /**
     * Returns the packets of an aligned part of a READ: never more than before, because the peer remembers parts as
     * they were asked for, and a repeat must not be longer.
     */
    int readPart() {
        if (shared != null) {
            readPart = Math.min(readPart, Integer.highestOneBit(Math.max(SHORTEST_PART, shared.fullShare() / ANSWERS)));
        }
        return readPart;
    }

    /** Notes that a READ requests its packets from an index on, with the next number. */
    void readAsked(final int packet) {
        if (packet % readPart != 0) {
            restPsn = sequence.psn();
        }
    }

    /** Returns true if a response may begin with a packet of a READ: a part or the rest of one was asked for there. */
    boolean mayBegin(final int packet, final long psn) {
        return packet % readPart == 0 || psn == restPsn;
    }

    /** Returns true if a response, which is not the READ's last, may end with a packet. */
    boolean mayEnd(final int packet) {
        return (packet + 1) % readPart == 0;
    }

    /** Returns true if the next packet, which is not the last of its request, must request an acknowledgement. */
    boolean isAnswerDue() {
        final int size = size();
        return (sequence.psn() & Integer.highestOneBit(Math.max(1, size / ANSWERS)) - 1) == 0
                || shared != null && sequence.outstanding() + 1 >= size;
    }

    /** Notes that packets have arrived. */
    void arrived(final long packets) {
        if (shared == null) {
            return;
        }
        final long now = timeline.nanoTime();
        long delay = CongestionControl.UNKNOWN;
        if (timedPsn != NONE && timedPsn < sequence.firstMissing()) {
            final long taken = now - timedSince;
            final long waited = link.waited();
            // The system clock, which measures how long an answer waited, may be changed at any time.
            delay = waited <= taken ? taken - waited : CongestionControl.UNKNOWN;
            timedPsn = NONE;
        }
        shared.arrived((int) packets, delay, now);
    }

    /** Notes that a packet was lost. */
    void lost() {
        if (shared != null) {
            shared.lost(timeline.nanoTime());
        }
    }

    /** Notes that packets will be sent again: an answer does not say which of both it is for (Karn's rule). */
    void wentBack() {
        timedPsn = NONE;
    }

    /** Notes that the next packet is sent, and if it will be answered. */
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
