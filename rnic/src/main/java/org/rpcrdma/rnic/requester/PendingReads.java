// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendQueue;

/**
 * The READs and atomics of a send queue that are not in memory yet. Their responses are taken in the order of the
 * requests, each in packets in the order of their PSNs, and their data lands in memory in that order, a while later.
 */
final class PendingReads {
    static final long NONE = Long.MAX_VALUE;

    private final SendQueue queue;
    private final SendSequence sequence;
    private int limit;
    private int inFlight;

    /** Position from which to look for the oldest READ whose response is not complete. */
    private long position;
    /** Packets of that READ's response that are here. */
    private long packets;

    private long lastLanding;
    /**
     * Set while the missing part of a response is requested again; other response packets that arrive before that part
     * are dropped.
     */
    private boolean isResponseAwaited;

    PendingReads(final SendQueue queue, final SendSequence sequence) {
        this.queue = queue;
        this.sequence = sequence;
        position = queue.tail;
    }

    void connect(final int maxReadAtomic) {
        limit = maxReadAtomic;
    }

    /** Returns true if none is under way. */
    boolean isEmpty() {
        return inFlight == 0;
    }

    /** Returns true if another READ must wait until one has landed. */
    boolean isFull() {
        return inFlight == limit;
    }

    void requested() {
        inFlight++;
    }

    /** Notes when a packet's data lands. Returns when it and all earlier data have landed. */
    long landsAt(final long time) {
        lastLanding = Math.max(lastLanding, time);
        return lastLanding;
    }

    long lastLanding() {
        return lastLanding;
    }

    void landed(final long landedPosition) {
        queue.at(queue.slot(landedPosition)).isDone = true;
        inFlight--;
    }

    /** Returns the position of the oldest READ that was begun and whose response is not complete, or NONE. */
    long oldest() {
        final long end = sequence.firstNotStarted();
        long found = Math.max(position, queue.completed);
        while (found < end && !Operation.isRead(queue.at(queue.slot(found)).operation)) {
            found++;
        }
        position = found;
        return found < end ? found : NONE;
    }

    /** Returns the PSN of the first packet of a response that is missing, or NONE. */
    long firstMissing() {
        final long oldest = oldest();
        return oldest == NONE ? NONE : queue.at(queue.slot(oldest)).firstPsn + packets;
    }

    /** Returns true if the missing packet was requested, and must not be requested again. */
    boolean isOldestRequested() {
        return sequence.isBehind(oldest(), firstMissing());
    }

    /** Returns true if the missing packet was requested again. */
    boolean isResponseAwaited() {
        return isResponseAwaited;
    }

    /** Notes that the missing packet is requested again. */
    void awaitResponse() {
        isResponseAwaited = true;
    }

    /** Notes that the missing packet has arrived. */
    void responseArrived() {
        isResponseAwaited = false;
    }

    /** Returns how many packets of the oldest READ's response have arrived. */
    int packets() {
        return (int) packets;
    }

    /** Takes the missing packet of the oldest READ's response. Returns true if it was the last. */
    boolean take(final long psn) {
        packets++;
        if (psn != queue.at(queue.slot(position)).lastPsn) {
            return false;
        }
        position++;
        packets = 0;
        return true;
    }

    /** Notes that the READs from a position on will be sent again, except READs whose data only has to land. */
    void goBack(final long to) {
        for (long sent = to; sent < queue.next; sent++) {
            if (Operation.isRead(queue.at(queue.slot(sent)).operation) && sent >= position) {
                inFlight--;
            }
        }
    }
}
