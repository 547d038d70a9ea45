// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

/**
 * The events of the next {@value #REACH} ns, divided into spans of {@value #SPAN} ns. The wheel is small enough to stay
 * in the L1 cache while payloads pass through it. The events of a span are sorted. Most new events are appended.
 *
 * <pre>
 *               span 0     1     2    ...   63         span = time / 64 modulo 64
 * occupied      |  0    |  1   |  0  | ... |  1  |     a bit per span
 * first         |  -    |  e1  |  -  | ... |  e7 |     e1.next is the event after it
 * last          |  -    |  e3  |  -  | ... |  e7 |     of an occupied span
 * </pre>
 *
 * <p>The clock never passes an event, and no event is further away than the wheel's reach. Therefore, all events of a
 * span belong to the same turn of the wheel.
 */
final class EventWheel {
    private static final int SPAN_SHIFT = 6;
    private static final int SPAN = 1 << SPAN_SHIFT;
    static final int SPANS = Long.SIZE;
    private static final int MASK = SPANS - 1;

    static final int REACH = (SPANS - 1) * SPAN;

    private final Event[] first = new Event[SPANS];
    private final Event[] last = new Event[SPANS];
    /**
     * The time of the last event of each occupied span. Most new events are later than the last one, so one comparison
     * is enough.
     */
    private final long[] lastTimes = new long[SPANS];

    private long occupied;
    private long firstTime = EventQueue.NEVER;

    /** Returns the time of the first event, or {@link EventQueue#NEVER}. */
    long firstTime() {
        return firstTime;
    }

    /** Adds an event after all events with the same time. */
    void add(final Event event, final long time) {
        final int span = spanOf(time);
        event.order = time;
        event.place = span;
        if ((occupied & 1L << span) == 0) {
            occupied |= 1L << span;
            first[span] = event;
            append(event, span, time);
        } else if (time >= lastTimes[span]) {
            last[span].next = event;
            append(event, span, time);
        } else {
            insert(event, span);
        }
        if (time < firstTime) {
            firstTime = time;
        }
    }

    private static int spanOf(final long time) {
        return (int) (time >> SPAN_SHIFT) & MASK;
    }

    private void append(final Event event, final int span, final long time) {
        last[span] = event;
        lastTimes[span] = time;
    }

    /** Inserts an event before the last event of its span. */
    private void insert(final Event event, final int span) {
        Event before = null;
        Event behind = first[span];
        while (behind.order <= event.order) {
            before = behind;
            behind = behind.next;
        }
        event.next = behind;
        if (before == null) {
            first[span] = event;
        } else {
            before.next = event;
        }
    }

    /** Removes and returns the first event. The wheel must not be empty. */
    Event removeFirst() {
        final int span = spanOf(firstTime);
        final Event event = first[span];
        final Event behind = event.next;
        first[span] = behind;
        event.place = Event.NOT_SCHEDULED;
        if (behind == null) {
            occupied &= ~(1L << span);
            findFirst(span);
        } else {
            event.next = null;
            firstTime = behind.order;
        }
        return event;
    }

    void remove(final Event event) {
        final int span = event.place;
        if (first[span] == event) {
            removeFirstOf(span);
            return;
        }
        Event before = first[span];
        while (before.next != event) {
            before = before.next;
        }
        before.next = event.next;
        if (event.next == null) {
            append(before, span, before.order);
        }
        event.next = null;
        event.place = Event.NOT_SCHEDULED;
    }

    private void removeFirstOf(final int span) {
        final int firstSpan = spanOf(firstTime);
        final Event event = first[span];
        first[span] = event.next;
        if (event.next == null) {
            occupied &= ~(1L << span);
        }
        event.next = null;
        event.place = Event.NOT_SCHEDULED;
        findFirst(firstSpan);
    }

    /** Finds the first event. The search starts at the span of the previous first event. */
    private void findFirst(final int span) {
        if (occupied == 0) {
            firstTime = EventQueue.NEVER;
            return;
        }
        final int next = span + Long.numberOfTrailingZeros(Long.rotateRight(occupied, span)) & MASK;
        firstTime = first[next].order;
    }
}
