/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.agrona.BitUtil;

/**
 * What a responder has yet to send, in order: responses to READs and atomics, and the answers behind them. An answer covers
 * those before it, so that one behind a READ is enough, and the ring is bounded by the READs. Those that are asked for
 * again have room of their own: they take none from new ones.
 */
final class Responses {
    private static final int FIRST_CAPACITY = 4;

    byte[] kinds;
    int[] statuses;
    long[] psns;
    /** The number of the first packet of a READ's response. */
    private long[] firstPsns;

    long[] addresses;
    int[] lengths;
    int[] keys;
    SimulatedProtectionDomain[] domains;
    /** What atomics are answered with. */
    long[] values;

    /** Which of them are answered again. */
    private boolean[] areRepeats;

    private int mask;
    /** New ones, and answers, at most. */
    private final int most;

    private int head;
    private int tail;
    private int repeats;

    Responses(final int maxReads) {
        most = BitUtil.findNextPositivePowerOfTwo(2 * maxReads + 2) - 1;
        final int capacity = FIRST_CAPACITY;
        mask = capacity - 1;
        kinds = new byte[capacity];
        statuses = new int[capacity];
        psns = new long[capacity];
        firstPsns = new long[capacity];
        addresses = new long[capacity];
        lengths = new int[capacity];
        keys = new int[capacity];
        domains = new SimulatedProtectionDomain[capacity];
        values = new long[capacity];
        areRepeats = new boolean[capacity];
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Room is kept for one answer behind the last READ. */
    boolean hasRoomForRead() {
        return tail - head - 2 * repeats + 2 <= most;
    }

    /** Each takes room for itself and for one answer behind it. */
    boolean hasRoomForRepeat() {
        return repeats < most;
    }

    int first() {
        return head & mask;
    }

    void removeFirst() {
        if (areRepeats[first()]) {
            repeats--;
        }
        head++;
    }

    void clear() {
        head = tail;
        repeats = 0;
    }

    void addRead(final Packet request, final SimulatedProtectionDomain domain, final boolean isRepeat) {
        final int i = add(isRepeat);
        kinds[i] = Packet.READ_RESPONSE;
        psns[i] = request.psn;
        firstPsns[i] = request.psn;
        addresses[i] = request.remoteAddress;
        lengths[i] = request.messageLength;
        keys[i] = request.remoteKey;
        domains[i] = domain;
    }

    /** Whether nothing of a READ's response was sent. */
    boolean isAtBegin(final int i) {
        return psns[i] == firstPsns[i];
    }

    void addAtomic(final long psn, final long value, final boolean isRepeat) {
        final int i = add(isRepeat);
        kinds[i] = Packet.ATOMIC_RESPONSE;
        psns[i] = psn;
        lengths[i] = Long.BYTES;
        values[i] = value;
    }

    private int add(final boolean isRepeat) {
        if (tail - head > mask) {
            grow();
        }
        final int i = tail++ & mask;
        areRepeats[i] = isRepeat;
        if (isRepeat) {
            repeats++;
        }
        return i;
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
        areRepeats = RingColumn.doubled(areRepeats);
        mask = kinds.length - 1;
    }

    /** Whether the first is an answer: it carries nothing. */
    boolean isFirstAnswer() {
        return isAnswer(kinds[first()]);
    }

    private static boolean isAnswer(final byte kind) {
        return kind != Packet.READ_RESPONSE && kind != Packet.ATOMIC_RESPONSE;
    }

    /** Adds an answer; it takes the place of one that is last. */
    void addAnswer(final byte kind, final long psn, final int status) {
        if (!isEmpty() && isAnswer(kinds[(tail - 1) & mask])) {
            tail--;
        }
        final int i = add(false);
        kinds[i] = kind;
        psns[i] = psn;
        statuses[i] = status;
    }
}
