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
package org.rpcrdma.sim;

/**
 * The events of the next {@value #REACH} nanoseconds: a slot for each, which is found again without a comparison.
 *
 * <pre>
 *               slot 0     1     2    ...   4095        slot = time modulo 4096
 * occupied      |  0    |  1   |  0  | ... |  1  |      a bit a slot, and in summary a bit for each 64 of those
 * last          |  -    |  e3  |  -  | ... |  e7 |      e3.next is the first of the slot, and so on round to e3
 * </pre>
 *
 * <p>The clock never passes an event, and none is further away than the reach: events of one slot are of one time.
 */
final class EventWheel {
    static final int REACH = 1 << 12;

    private static final int MASK = REACH - 1;
    private static final int WORD_SHIFT = 6;

    private final Event[] last = new Event[REACH];
    private final long[] occupied = new long[REACH >> WORD_SHIFT];
    private long summary;
    private long firstTime = EventQueue.NEVER;

    /** The time of the first event, or {@link EventQueue#NEVER}. */
    long firstTime() {
        return firstTime;
    }

    /** Adds an event behind those of the same time. */
    void add(final Event event, final long time) {
        final int slot = (int) time & MASK;
        final Event before = last[slot];
        if (before == null) {
            event.next = event;
            occupied[slot >> WORD_SHIFT] |= 1L << slot;
            summary |= 1L << (slot >> WORD_SHIFT);
            if (time < firstTime) {
                firstTime = time;
            }
        } else {
            event.next = before.next;
            before.next = event;
        }
        last[slot] = event;
        event.place = slot;
    }

    /** Takes off the first event; there is one. */
    Event removeFirst() {
        final int slot = (int) firstTime & MASK;
        final Event end = last[slot];
        final Event first = end.next;
        if (first == end) {
            vacateFirst(slot);
        } else {
            end.next = first.next;
        }
        first.next = null;
        first.place = Event.NOT_SCHEDULED;
        return first;
    }

    void remove(final Event event) {
        final int slot = event.place;
        Event before = last[slot];
        while (before.next != event) {
            before = before.next;
        }
        if (before != event) {
            before.next = event.next;
            if (last[slot] == event) {
                last[slot] = before;
            }
        } else if (slot == ((int) firstTime & MASK)) {
            vacateFirst(slot);
        } else {
            vacate(slot);
        }
        event.next = null;
        event.place = Event.NOT_SCHEDULED;
    }

    /** Returns the bits that are left in the slot's word. */
    private long vacate(final int slot) {
        final int word = slot >> WORD_SHIFT;
        last[slot] = null;
        final long left = occupied[word] & ~(1L << slot);
        occupied[word] = left;
        if (left == 0) {
            summary &= ~(1L << word);
        }
        return left;
    }

    private void vacateFirst(final int slot) {
        final long later = vacate(slot) >>> slot;
        if (later != 0) {
            firstTime += Long.numberOfTrailingZeros(later);
        } else {
            firstTime = summary == 0 ? EventQueue.NEVER : firstTime + ((firstBehind(slot) - slot) & MASK);
        }
    }

    /** The first slot with an event in the words behind a slot's, going round to that again. */
    private int firstBehind(final int slot) {
        final int word = (slot >> WORD_SHIFT) + 1;
        final int next = word + Long.numberOfTrailingZeros(Long.rotateRight(summary, word)) & Long.SIZE - 1;
        return (next << WORD_SHIFT) + Long.numberOfTrailingZeros(occupied[next]);
    }
}
