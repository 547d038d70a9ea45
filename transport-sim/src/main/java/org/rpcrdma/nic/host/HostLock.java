// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import java.util.Arrays;
import org.rpcrdma.nic.cost.HostResource;
import org.rpcrdma.nic.cost.ProcessorWork;

/**
 * Something that the processors of a host share: one holds it at a time, and spins until it is free.
 *
 * <p>A processor's clock runs ahead of the simulation's while its handler runs, so that holds are not asked for in the
 * order of their times. The lock therefore keeps the times at which it will be held, and a processor gets the first gap
 * that is long enough:
 *
 * <pre>
 *   simulation's time
 *   |     [ processor 0 ]      [ processor 0 ]     [ processor 0 ]
 *   |  asked for here: waits .. [ fits here? no ].. [ goes here ]
 * </pre>
 */
public final class HostLock {
    private final HostResource resource;
    private final HostProcessors processors;
    /** Begins and ends of the times at which it is held, in order, apart from each other: those still to come. */
    private long[] starts = new long[16];

    private long[] ends = new long[16];
    private int first;
    private int count;

    /**
     * Makes a lock that is free.
     *
     * @param resource   what it guards.
     * @param processors share it, and pay for their waits.
     */
    public HostLock(final HostResource resource, final HostProcessors processors) {
        this.resource = resource;
        this.processors = processors;
    }

    /** Holds the lock for a time as soon as it is free; the processor that pays spends the wait and the time. */
    public void hold(final ProcessorWork work, final long nanos) {
        final Processor processor = processors.paying();
        final long now = processor.nanoTime();
        forgetBefore(processors.simulationTime());
        final long wait = reserve(now, nanos) - now;
        processors.accounts().addWait(resource, wait);
        processors.accounts().addHold(resource, nanos);
        processor.charge(work, wait + nanos);
    }

    private void forgetBefore(final long time) {
        while (count > 0 && ends[first] <= time) {
            first++;
            count--;
        }
    }

    /** Reserves the first gap from a time on; returns its begin. */
    private long reserve(final long from, final long nanos) {
        if (nanos == 0) {
            return from;
        }
        int at = first;
        while (at < first + count && ends[at] <= from) {
            at++;
        }
        long begin = from;
        while (at < first + count && starts[at] - begin < nanos) {
            begin = Math.max(begin, ends[at++]);
        }
        insert(at, begin, begin + nanos);
        return begin;
    }

    /** Inserts a time ahead of a place; times that touch become one. */
    private void insert(final int place, final long begin, final long end) {
        if (place > first && ends[place - 1] == begin) {
            ends[place - 1] = end;
            joinWithNext(place - 1);
        } else if (place < first + count && starts[place] == end) {
            starts[place] = begin;
        } else {
            final int at = makeRoom(place);
            starts[at] = begin;
            ends[at] = end;
        }
    }

    private void joinWithNext(final int at) {
        if (at + 1 < first + count && starts[at + 1] == ends[at]) {
            ends[at] = ends[at + 1];
            final int behind = first + count - at - 2;
            System.arraycopy(starts, at + 2, starts, at + 1, behind);
            System.arraycopy(ends, at + 2, ends, at + 1, behind);
            count--;
        }
    }

    /** Makes room at a place; returns where that is now. */
    private int makeRoom(final int place) {
        final int offset = place - first;
        if (first > 0) {
            System.arraycopy(starts, first, starts, 0, count);
            System.arraycopy(ends, first, ends, 0, count);
            first = 0;
        } else if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        System.arraycopy(starts, offset, starts, offset + 1, count - offset);
        System.arraycopy(ends, offset, ends, offset + 1, count - offset);
        count++;
        return offset;
    }
}
