// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import java.util.Arrays;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;

/**
 * The lock of a resource that a host's processors share. While one processor holds the lock, the others spin until it
 * is free.
 *
 * <p>While a handler runs, its processor's clock is ahead of the simulation's clock. Processors therefore do not
 * request holds in chronological order. For this reason, the lock stores the times at which it will be held, and a
 * processor gets the first free time after its request. If a gap between two holds is too short for the new hold, the
 * new hold continues in the following gaps. On a real host, the hold after the gap would have begun later instead. As a
 * result, the lock is never idle while a processor waits:
 *
 * <pre>
 *   simulation's time
 *   |   [ processor 0 ]     [ processor 0 ]          [ processor 0 ]
 *   |    requested  [  1  ]               [   1   ]
 *   |    here                                       ^ released
 * </pre>
 *
 * <p>A hold takes longer if another processor held the lock last, because the lock and its data are in that processor's
 * cache. Each waiting processor also lengthens a hold, because it keeps reading the lock. A hold in a gap does not
 * change the length of the next hold, which was reserved earlier.
 */
public final class HostLock {
    private static final int NOBODY = -1;
    /**
     * The initial number of stored holds. It is small because most hosts are clients with one processor, which rarely
     * hold a lock.
     */
    private static final int FEW = 2;

    private static final long[] NEVER = {};
    private static final int[] NOBODIES = {};

    private final HostResource resource;
    private final HostProcessors processors;
    private final long transferNanos;
    private final long waiterNanos;
    /** True if a hold's length depends on the previous holder or on the number of waiting processors. */
    private final boolean isPassed;
    /**
     * The start times, in ascending order, of the holds that have not ended. {@code ends} and {@code holders} are
     * parallel arrays. Holds do not overlap. Adjacent holds are merged, unless the lock must know which processors held
     * it.
     */
    private long[] starts = NEVER;

    private long[] ends = NEVER;
    private int[] holders = NOBODIES;
    private int first;
    private int count;
    /** The processor that held the lock before the first stored hold. */
    private int earlierHolder = NOBODY;
    /** For each processor, the number of the last search that counted the processor as waiting. */
    private long[] counted = NEVER;

    private long searches;
    /** The length, in ns, of the hold that is being reserved, including its additions. */
    private long held;

    /**
     * Creates a free lock that can pass from one processor to another at no cost.
     *
     * @param resource   the resource that the lock guards.
     * @param processors the processors that share the lock and are charged for their waits.
     */
    public HostLock(final HostResource resource, final HostProcessors processors) {
        this(resource, processors, 0, 0);
    }

    /**
     * Creates a free lock.
     *
     * @param resource      the resource that the lock guards.
     * @param processors    the processors that share the lock and are charged for their waits.
     * @param transferNanos the time added to a hold if another processor held the lock last.
     * @param waiterNanos   the time added to a hold for each other processor that waits.
     */
    public HostLock(
            final HostResource resource,
            final HostProcessors processors,
            final long transferNanos,
            final long waiterNanos) {
        this.resource = resource;
        this.processors = processors;
        this.transferNanos = transferNanos;
        this.waiterNanos = waiterNanos;
        isPassed = transferNanos + waiterNanos > 0;
    }

    /**
     * Holds the lock as soon as it is free. Charges the wait and the hold to the paying processor.
     *
     * @param work  the kind of work to charge.
     * @param nanos the length of the hold in nanoseconds, without the time added for the transfer and for waiting
     *              processors.
     * @return the length of the hold in nanoseconds, including this additional time.
     */
    public long hold(final ProcessorWork work, final long nanos) {
        if (nanos + transferNanos + waiterNanos == 0) {
            return 0;
        }
        final Processor processor = processors.paying();
        final long now = processor.nanoTime();
        forgetBefore(processors.simulationTime());
        final long end = reserve(isPassed ? processor.number() : NOBODY, now, nanos);
        processor.accounts().addWait(resource, end - now - held);
        processor.accounts().addHold(resource, held);
        processor.charge(work, end - now);
        return held;
    }

    /**
     * Returns the number of stored holds. These are the holds that had not ended at the simulation's time when the lock
     * was last requested.
     */
    int pending() {
        return count;
    }

    private void forgetBefore(final long time) {
        while (count > 0 && ends[first] <= time) {
            earlierHolder = holders[first++];
            count--;
        }
        first = count == 0 ? 0 : first;
    }

    /** Reserves a hold in the free time after {@code from}, and returns the time at which the hold ends. */
    private long reserve(final int holder, final long from, final long nanos) {
        searches++;
        int at = firstThatEndsAfter(from);
        long begin = from;
        held = nanos;
        while (at < first + count && starts[at] <= begin) {
            held += waiting(at, from);
            begin = ends[at++];
        }
        held += transfer(at, holder);
        long left = held;
        while (at < first + count && starts[at] - begin < left) {
            final long waiter = waiting(at, from);
            held += waiter;
            left += waiter - (starts[at] - begin);
            at = take(at, begin, starts[at], holder);
            begin = ends[at++];
        }
        take(at, begin, begin + left, holder);
        return begin + left;
    }

    private int firstThatEndsAfter(final long time) {
        int low = first;
        int high = first + count;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (ends[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the time that it costs to pass the lock to {@code holder} just before the hold at the given index. */
    private long transfer(final int place, final int holder) {
        final int before = place == first ? earlierHolder : holders[place - 1];
        return before == NOBODY || before == holder ? 0 : transferNanos;
    }

    /**
     * Returns the time by which the processor of the hold at the given index lengthens the new hold. Returns 0 if that
     * processor is not waiting at the given time, or if this search has already counted it.
     */
    private long waiting(final int place, final long time) {
        final int holder = holders[place];
        if (!isPassed || starts[place] <= time || holder < counted.length && counted[holder] == searches) {
            return 0;
        }
        if (holder >= counted.length) {
            counted = Arrays.copyOf(counted, 2 * (holder + 1));
        }
        counted[holder] = searches;
        return waiterNanos;
    }

    /**
     * Reserves the interval before the hold at the given index, unless the interval is empty. Returns the index of that
     * hold after the insertion.
     */
    private int take(final int place, final long begin, final long end, final int holder) {
        if (begin >= end) {
            return place;
        }
        final boolean joinsBefore = place > first && ends[place - 1] == begin && holders[place - 1] == holder;
        final boolean joinsBehind = place < first + count && starts[place] == end && holders[place] == holder;
        if (joinsBefore && joinsBehind) {
            starts[place] = starts[place - 1];
            remove(place - 1);
            return place - 1;
        }
        if (joinsBefore) {
            ends[place - 1] = end;
            return place;
        }
        if (joinsBehind) {
            starts[place] = begin;
            return place;
        }
        return insert(place, begin, end, holder) + 1;
    }

    private void remove(final int place) {
        final int behind = first + --count - place;
        System.arraycopy(starts, place + 1, starts, place, behind);
        System.arraycopy(ends, place + 1, ends, place, behind);
        System.arraycopy(holders, place + 1, holders, place, behind);
    }

    private int insert(final int place, final long begin, final long end, final int holder) {
        final int at = place - makeRoom();
        final int behind = first + count - at;
        System.arraycopy(starts, at, starts, at + 1, behind);
        System.arraycopy(ends, at, ends, at + 1, behind);
        System.arraycopy(holders, at, holders, at + 1, behind);
        starts[at] = begin;
        ends[at] = end;
        holders[at] = holder;
        count++;
        return at;
    }

    /**
     * Ensures that there is space after the last hold. Returns the number of positions by which all holds have moved
     * towards the start of the arrays.
     */
    private int makeRoom() {
        if (first + count < starts.length) {
            return 0;
        }
        final int moved = first;
        final boolean grows = starts == NEVER || count > starts.length / 2;
        final int size = Math.max(FEW, 2 * starts.length);
        starts = moved(starts, grows ? new long[size] : starts);
        ends = moved(ends, grows ? new long[size] : ends);
        final int[] target = grows ? new int[size] : holders;
        System.arraycopy(holders, first, target, 0, count);
        holders = target;
        first = 0;
        return moved;
    }

    private long[] moved(final long[] from, final long[] to) {
        System.arraycopy(from, first, to, 0, count);
        return to;
    }
}
