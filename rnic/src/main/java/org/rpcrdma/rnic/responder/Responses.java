// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.RingColumn;

/**
 * A responder's pending answers, in order: responses to READs and atomics, and the acknowledgements after them. An
 * acknowledgement covers all earlier requests, so at most one follows each READ, and the number of READs limits the
 * size of the ring. Repeated READs use separate slots, so they never block new READs.
 */
final class Responses {
    private static final int FIRST_CAPACITY = 4;

    byte[] kinds;
    int[] statuses;
    long[] psns;
    /** The PSN of the first packet of each READ's response. */
    private long[] firstPsns;

    long[] addresses;
    int[] lengths;
    int[] keys;
    int[] domains;
    /** The values that atomic operations return. */
    long[] values;
    /** The number of the peer's messages that are complete, including the answered message. */
    int[] messageSequences;

    /** True for each answer to a repeated request. */
    private boolean[] areRepeats;

    /** The capacity minus 1. The capacity is 0 until the first response, because many queue pairs never send one. */
    private int mask = -1;

    private final int maxReads;
    private final boolean refusesMore;

    private int head;
    private int tail;
    private int reads;
    private int repeats;

    /**
     * Creates an empty ring.
     *
     * @param maxReads    the maximum number of the peer's outstanding READs and atomics.
     * @param refusesMore true if the responder rejects requests beyond maxReads.
     */
    Responses(final int maxReads, final boolean refusesMore) {
        this.maxReads = maxReads;
        this.refusesMore = refusesMore;
    }

    private void makeFirst() {
        mask = FIRST_CAPACITY - 1;
        kinds = new byte[FIRST_CAPACITY];
        statuses = new int[FIRST_CAPACITY];
        psns = new long[FIRST_CAPACITY];
        firstPsns = new long[FIRST_CAPACITY];
        addresses = new long[FIRST_CAPACITY];
        lengths = new int[FIRST_CAPACITY];
        keys = new int[FIRST_CAPACITY];
        domains = new int[FIRST_CAPACITY];
        values = new long[FIRST_CAPACITY];
        messageSequences = new int[FIRST_CAPACITY];
        areRepeats = new boolean[FIRST_CAPACITY];
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Returns false if another READ or atomic would exceed the agreed maximum. */
    boolean hasRoomForRead() {
        return reads < maxReads || !refusesMore && maxReads > 0;
    }

    /**
     * Returns true if another repeat fits. This limits the memory that a peer can occupy by repeating requests
     * endlessly.
     */
    boolean hasRoomForRepeat() {
        return repeats < 2 * maxReads;
    }

    int first() {
        return head & mask;
    }

    void removeFirst() {
        if (areRepeats[first()]) {
            repeats--;
        } else if (!isFirstAnswer()) {
            reads--;
        }
        head++;
    }

    void clear() {
        head = tail;
        reads = 0;
        repeats = 0;
    }

    void addRead(final Packet request, final int domain, final boolean isRepeat) {
        final int i = addResponse(request, isRepeat);
        kinds[i] = Packet.READ_RESPONSE;
        firstPsns[i] = request.psn;
        addresses[i] = request.remoteAddress;
        lengths[i] = request.messageLength;
        keys[i] = request.remoteKey;
        domains[i] = domain;
    }

    /** Returns true if the response repeats an earlier response. */
    boolean isRepeat(final int i) {
        return areRepeats[i];
    }

    /** Returns true if no packet of a READ response has been sent yet. */
    boolean isAtBegin(final int i) {
        return psns[i] == firstPsns[i];
    }

    void addAtomic(final Packet request, final long value, final boolean isRepeat) {
        final int i = addResponse(request, isRepeat);
        kinds[i] = Packet.ATOMIC_RESPONSE;
        lengths[i] = Long.BYTES;
        values[i] = value;
    }

    private int addResponse(final Packet request, final boolean isRepeat) {
        final int i = add();
        psns[i] = request.psn;
        messageSequences[i] = request.messageSequence;
        areRepeats[i] = isRepeat;
        if (isRepeat) {
            repeats++;
        } else {
            reads++;
        }
        return i;
    }

    private int add() {
        if (mask < 0) {
            makeFirst();
        } else if (tail - head > mask) {
            grow();
        }
        return tail++ & mask;
    }

    /** Doubles the ring. */
    private void grow() {
        kinds = RingColumn.doubled(kinds);
        statuses = RingColumn.doubled(statuses);
        psns = RingColumn.doubled(psns);
        firstPsns = RingColumn.doubled(firstPsns);
        addresses = RingColumn.doubled(addresses);
        lengths = RingColumn.doubled(lengths);
        keys = RingColumn.doubled(keys);
        domains = RingColumn.doubled(domains);
        values = RingColumn.doubled(values);
        messageSequences = RingColumn.doubled(messageSequences);
        areRepeats = RingColumn.doubled(areRepeats);
        mask = kinds.length - 1;
    }

    /** Returns true if the first answer is an acknowledgement, which has no payload. */
    boolean isFirstAnswer() {
        return isAnswer(kinds[first()]);
    }

    private static boolean isAnswer(final byte kind) {
        return kind != Packet.READ_RESPONSE && kind != Packet.ATOMIC_RESPONSE;
    }

    /** Returns true if a response to a request after the given PSN is pending. */
    boolean hasLater(final long psn) {
        for (int position = head; position != tail; position++) {
            if (psns[position & mask] > psn && !isAnswer(kinds[position & mask])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds an acknowledgement or a NAK. It replaces the answer at the end of the ring, unless that answer has a later
     * PSN and therefore acknowledges more.
     */
    void addAnswer(final Landing landing) {
        final int last = (tail - 1) & mask;
        if (!isEmpty() && isAnswer(kinds[last])) {
            if (landing.answer == Packet.ACK && landing.psn < psns[last]) {
                return;
            }
            tail--;
        }
        final int i = add();
        areRepeats[i] = false;
        kinds[i] = landing.answer;
        psns[i] = landing.psn;
        statuses[i] = landing.status;
        messageSequences[i] = landing.messageSequence;
    }
}
