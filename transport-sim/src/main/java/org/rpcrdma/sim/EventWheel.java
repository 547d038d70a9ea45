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
 * The events of the next {@value #REACH} nanoseconds, in spans of {@value #SPAN}: so few that the processor's first cache
 * holds on to all of them while payloads go by. A span's events are in their order, and most come behind its last one.
 *
 * <pre>
 *               span 0     1     2    ...   63         span = time / 64 modulo 64
 * occupied      |  0    |  1   |  0  | ... |  1  |     a bit a span
 * last          |  -    |  e3  |  -  | ... |  e7 |     e3.next is the first of the span, and so on round to e3
 * </pre>
 *
 * <p>The clock never passes an event, and none is further away than the reach: events of one span are of one round.
 */
final class EventWheel {
    private static final int SPAN_SHIFT = 6;
    private static final int SPAN = 1 << SPAN_SHIFT;
    static final int SPANS = Long.SIZE;
    private static final int MASK = SPANS - 1;

    static final int REACH = (SPANS - 1) * SPAN;

    private final Event[] last = new Event[SPANS];
    private long occupied;
    private long firstTime = EventQueue.NEVER;

    /** The time of the first event, or {@link EventQueue#NEVER}. */
    long firstTime() {
        return firstTime;
    }

    /** Adds an event behind those of the same time. */
    void add(final Event event, final long time) {
        final int span = (int) (time >> SPAN_SHIFT) & MASK;
        final Event end = last[span];
        event.time = time;
        event.place = span;
        if (end == null) {
            event.next = event;
            last[span] = event;
            occupied |= 1L << span;
        } else if (time >= end.time) {
            event.next = end.next;
            end.next = event;
            last[span] = event;
        } else {
            insert(event, end);
        }
        if (time < firstTime) {
            firstTime = time;
        }
    }

    /** Adds an event ahead of the last one of its span. */
    private static void insert(final Event event, final Event end) {
        Event before = end;
        while (before.next.time <= event.time) {
            before = before.next;
        }
        event.next = before.next;
        before.next = event;
    }

    /** Takes off the first event; there is one. */
    Event removeFirst() {
        final int span = (int) (firstTime >> SPAN_SHIFT) & MASK;
        final Event end = last[span];
        final Event first = end.next;
        unlink(first, end, span);
        return first;
    }

    void remove(final Event event) {
        final int span = event.place;
        Event before = last[span];
        while (before.next != event) {
            before = before.next;
        }
        unlink(event, before, span);
    }

    private void unlink(final Event event, final Event before, final int span) {
        if (before == event) {
            last[span] = null;
            occupied &= ~(1L << span);
        } else {
            before.next = event.next;
            if (last[span] == event) {
                last[span] = before;
            }
        }
        event.next = null;
        event.place = Event.NOT_SCHEDULED;
        if (event.time == firstTime) {
            findFirst(span);
        }
    }

    /** Finds the first event from a span on, the one that had it so far. */
    private void findFirst(final int span) {
        if (occupied == 0) {
            firstTime = EventQueue.NEVER;
            return;
        }
        final int next = span + Long.numberOfTrailingZeros(Long.rotateRight(occupied, span)) & MASK;
        firstTime = last[next].next.time;
    }
}
