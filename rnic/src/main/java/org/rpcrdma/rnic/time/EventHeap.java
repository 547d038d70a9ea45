// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.time;

import java.util.Arrays;

/**
 * A priority queue of events, ordered by time. Events with equal times are ordered by insertion number. It is a 4-ary
 * heap in two parallel arrays. Each event stores its index, so that it can be removed.
 *
 * <pre>
 * times   [ t0 | t1 t2 t3 t4 | t5 ...     children of i: 4i+1 .. 4i+4
 * events  [ e0 | e1 e2 e3 e4 | e5 ...     e.place == {@link #FIRST_PLACE} + i
 * </pre>
 */
final class EventHeap {
    static final int FIRST_PLACE = EventWheel.SPANS;
    private static final int ARITY_SHIFT = 2;
    private static final int INITIAL_CAPACITY = 64;

    private long[] times = new long[INITIAL_CAPACITY];
    private Event[] events = new Event[INITIAL_CAPACITY];
    private int size;
    private long firstTime = EventQueue.NEVER;
    private long nextSequence;

    /** Returns the time of the first event, or {@link EventQueue#NEVER}. */
    long firstTime() {
        return firstTime;
    }

    /** Removes and returns the first event. The heap must not be empty. */
    Event removeFirst() {
        final Event first = events[0];
        remove(first);
        return first;
    }

    void add(final Event event, final long time) {
        event.order = nextSequence++;
        if (size == events.length) {
            times = Arrays.copyOf(times, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        siftUp(size++, event, time);
        firstTime = times[0];
    }

    void remove(final Event event) {
        fill(event.place - FIRST_PLACE);
        event.place = Event.NOT_SCHEDULED;
        firstTime = size == 0 ? EventQueue.NEVER : times[0];
    }

    private void fill(final int hole) {
        size--;
        final Event last = events[size];
        final long lastTime = times[size];
        events[size] = null;
        if (hole == size) {
            return;
        }
        siftDown(hole, last, lastTime);
        if (events[hole] == last) {
            siftUp(hole, last, lastTime);
        }
    }

    private void siftUp(final int start, final Event event, final long time) {
        int i = start;
        while (i > 0) {
            final int parent = (i - 1) >> ARITY_SHIFT;
            if (!isBefore(time, event, parent)) {
                break;
            }
            place(i, events[parent], times[parent]);
            i = parent;
        }
        place(i, event, time);
    }

    private void siftDown(final int start, final Event event, final long time) {
        int i = start;
        while (true) {
            final int firstChild = (i << ARITY_SHIFT) + 1;
            if (firstChild >= size) {
                break;
            }
            final int child = earliestOf(firstChild);
            if (isBefore(time, event, child)) {
                break;
            }
            place(i, events[child], times[child]);
            i = child;
        }
        place(i, event, time);
    }

    private int earliestOf(final int firstChild) {
        final int end = Math.min(firstChild + (1 << ARITY_SHIFT), size);
        int best = firstChild;
        for (int child = firstChild + 1; child < end; child++) {
            if (isBefore(times[child], events[child], best)) {
                best = child;
            }
        }
        return best;
    }

    private boolean isBefore(final long time, final Event event, final int other) {
        final long otherTime = times[other];
        return time < otherTime || (time == otherTime && event.order < events[other].order);
    }

    private void place(final int i, final Event event, final long time) {
        times[i] = time;
        events[i] = event;
        event.place = FIRST_PLACE + i;
    }
}
