// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendQueue;

/**
 * A send queue's READs and atomics whose data is not in memory yet. Responses are accepted in the order of the
 * requests, and their packets in PSN order. Their data reaches memory later, in the same order.
 */
final class PendingReads {
    static final long NONE = Long.MAX_VALUE;

    private final SendQueue queue;
    private final SendSequence sequence;
    private int limit;
    private int inFlight;

    /** The position at which the search for the oldest READ with an incomplete response starts. */
    private long position;
    /** The number of packets of that READ's response that have arrived. */
    private long packets;

    private long lastLanding;
    /**
     * True after the missing part of a response has been requested again. Until that part arrives, other response
     * packets are dropped.
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

    /** Returns true if no READ or atomic is pending. */
    boolean isEmpty() {
        return inFlight == 0;
    }

    /** Returns true if another READ must wait until a pending READ has landed. */
    boolean isFull() {
        return inFlight == limit;
    }

    void requested() {
        inFlight++;
    }

    /**
     * Records the time at which a packet's data lands. Returns the time at which this and all earlier data has landed.
     */
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

    /** Returns the position of the oldest READ that has begun but whose response is incomplete, or NONE. */
    long oldest() {
        final long end = sequence.firstNotStarted();
        long found = Math.max(position, queue.completed);
        while (found < end && !Operation.isRead(queue.at(queue.slot(found)).operation)) {
            found++;
        }
        position = found;
        return found < end ? found : NONE;
    }

    /** Returns the PSN of the first missing response packet, or NONE. */
    long firstMissing() {
        final long oldest = oldest();
        return oldest == NONE ? NONE : queue.at(queue.slot(oldest)).firstPsn + packets;
    }

    /** Returns true if the missing packet has been requested, in which case it must not be requested again. */
    boolean isOldestRequested() {
        return sequence.isBehind(oldest(), firstMissing());
    }

    /** Returns true if the missing packet has been requested again. */
    boolean isResponseAwaited() {
        return isResponseAwaited;
    }

    /** Records that the missing packet has been requested again. */
    void awaitResponse() {
        isResponseAwaited = true;
    }

    /** Records that the missing packet has arrived. */
    void responseArrived() {
        isResponseAwaited = false;
    }

    /** Returns the number of packets of the oldest READ's response that have arrived. */
    int packets() {
        return (int) packets;
    }

    /** Accepts the missing packet of the oldest READ's response. Returns true if it was the response's last packet. */
    boolean take(final long psn) {
        packets++;
        if (psn != queue.at(queue.slot(position)).lastPsn) {
            return false;
        }
        position++;
        packets = 0;
        return true;
    }

    /**
     * Records that READs will be sent again, starting at a position, except READs whose complete response has arrived.
     */
    void goBack(final long to) {
        for (long sent = to; sent < queue.next; sent++) {
            if (Operation.isRead(queue.at(queue.slot(sent)).operation) && sent >= position) {
                inFlight--;
            }
        }
    }
}
