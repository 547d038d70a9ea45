// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.jvm.StackRoom;

/**
 * A pool's state: its idle handles, how many are in use, the floor, and what has happened. Every method is one step
 * under the lock, and short; the driver and the timer are called between steps, never in one.
 *
 * <p>A step that throws has changed nothing: all that can throw, calls included, comes before the first change. The
 * exceptions are steps whose callers have made sure of {@link StackRoom}.
 */
final class HandleLedger extends HandleStack {
    /** Returned by {@link #pop()} if no handle is kept. */
    static final long NONE = 1L << 32;

    /** Returned by {@link #push(int)}. */
    static final int PUSHED = 0;

    /** Returned by {@link #push(int)} if a pass has to be timed before: {@link #pushTimed(int)}. */
    static final int UNTIMED = 1;

    /** Returned by {@link #push(int)} if nothing is in use. */
    static final int REFUSED = -1;

    /**
     * True if a pass is due that could not be timed: the next push does it. Set without the lock, too, when there may
     * be no stack for a call.
     */
    boolean untimed;

    /** The thread that destroys the doomed, or null. Set under the lock, and to null by that thread without a call. */
    volatile Thread destroyer;

    private long misses;
    private long created;
    private long destroyed;
    private long dropped;
    private long passes;
    private int creating;
    private int pinned;

    /** True if a pass is timed, about to be timed by the thread that set this, or about to begin. */
    private boolean timed;

    private boolean closed;

    /** Returns a handle in the low 32 bits, or {@link #NONE}. */
    long pop() {
        long found = NONE;
        lock();
        try {
            if (!isEmpty()) {
                final long position = top - 1;
                final int handle = page(position)[offset(position)];
                final int used = inUse + 1;
                // From here to the end of the change nothing is called.
                top = position;
                if (position < aged) {
                    aged = position;
                }
                hits++;
                inUse = used;
                if (used > maxInUse) {
                    maxInUse = used;
                }
                found = handle & 0xFFFF_FFFFL;
            }
            unlock();
        } catch (final Throwable e) {
            taken = 0;
            if (found == NONE) {
                throw e;
            }
        }
        return found;
    }

    int push(final int handle) {
        return push(handle, false);
    }

    /** Pushes the first handle, for which the caller has timed a pass. */
    int pushTimed(final int handle) {
        return push(handle, true);
    }

    private int push(final int handle, final boolean first) {
        int outcome = REFUSED;
        lock();
        try {
            if (inUse > 0 && !first && (untimed || !timed && top == aged)) {
                outcome = UNTIMED;
            } else if (inUse > 0) {
                final int[] page = page(top);
                final int offset = offset(top);
                // From here to the end of the change nothing is called. The handle that was popped here last comes back
                // most
                // often: the line stays shared between processors then.
                if (page[offset] != handle) {
                    page[offset] = handle;
                }
                top++;
                inUse--;
                timed |= first;
                outcome = PUSHED;
            }
            unlock();
        } catch (final Throwable e) {
            taken = 0;
            if (outcome != PUSHED) {
                throw e;
            }
        }
        return outcome;
    }

    /** Returns false if nothing is in use. */
    boolean drop() {
        lock();
        try {
            if (inUse == 0) {
                return false;
            }
            inUse--;
            dropped++;
            return true;
        } finally {
            taken = 0;
        }
    }

    /** Begins to make a handle, unless one has been pushed meanwhile: that one, or {@link #NONE}. */
    long popOrBegin() {
        lock();
        try {
            if (!isEmpty()) {
                final int handle = popHandle();
                hits++;
                countUse();
                return handle & 0xFFFF_FFFFL;
            }
            if (closed) {
                throw FrmrPools.closed();
            }
            reserve(inUse + creating + 1);
            creating++;
            return NONE;
        } finally {
            taken = 0;
        }
    }

    /** Ends what {@link #popOrBegin()} began. */
    void endPop(final boolean made) {
        lock();
        try {
            creating--;
            if (made) {
                created++;
                misses++;
                countUse();
            }
        } finally {
            taken = 0;
        }
    }

    /** Sets the floor; returns the one before, or -1 if closed. */
    int pin(final int floor) {
        lock();
        try {
            if (closed) {
                return -1;
            }
            final int before = pinned;
            pinned = floor;
            return before;
        } finally {
            taken = 0;
        }
    }

    /** Takes a floor back, unless it has been changed since. */
    void unpin(final int floor, final int before) {
        lock();
        try {
            if (pinned == floor) {
                pinned = before;
            }
        } finally {
            taken = 0;
        }
    }

    /** Returns what the floor is missing, 0 or more. */
    int missing() {
        lock();
        try {
            return closed ? 0 : Math.max(0, shortfall());
        } finally {
            taken = 0;
        }
    }

    /** Begins to make what the floor is missing, at most so many; returns how many. */
    int beginRefill(final int most) {
        lock();
        try {
            final int count = closed ? 0 : Math.max(0, Math.min(most, shortfall()));
            if (count > 0) {
                reserve(inUse + creating + count);
                creating += count;
            }
            return count;
        } finally {
            taken = 0;
        }
    }

    /**
     * Makes {@code made} of the handles kept; {@code begun} are counted as being made no longer, and their room is
     * given up.
     */
    void endRefill(final int[] handles, final int from, final int made, final int begun) {
        lock();
        try {
            creating -= begun;
            created += made;
            for (int i = from; i < from + made; i++) {
                pushHandle(handles[i]);
            }
            if (made < begun) {
                trim(inUse + creating);
            }
        } finally {
            taken = 0;
        }
    }

    /** Moves the lines; returns whether another pass has to follow. */
    boolean beginPass() {
        lock();
        try {
            timed = false;
            if (closed) {
                return false;
            }
            passes++;
            if (pinned != 0 && total() <= pinned) {
                return false;
            }
            timed = active() > 0;
            age(pinned == 0 ? inactive() : Math.min(inactive(), total() - pinned));
            trim(inUse + creating);
            return timed;
        } finally {
            taken = 0;
        }
    }

    int dying() {
        lock();
        try {
            return doomed();
        } finally {
            taken = 0;
        }
    }

    long destroyed() {
        lock();
        try {
            return destroyed;
        } finally {
            taken = 0;
        }
    }

    /**
     * Makes this thread the one that destroys; false if there is another, which takes what is doomed meanwhile as well.
     */
    boolean beginDestroying() {
        lock();
        try {
            if (destroyer != null) {
                return false;
            }
            destroyer = Thread.currentThread();
            return true;
        } finally {
            taken = 0;
        }
    }

    /** Returns the next of the doomed to destroy; if there are none, this thread destroys no longer. */
    int nextDoomed(final int[] into) {
        lock();
        try {
            final int count = copyDoomed(into);
            if (count == 0) {
                destroyer = null;
            }
            return count;
        } finally {
            taken = 0;
        }
    }

    /**
     * Ends the destruction of {@code count} that {@link #nextDoomed} gave; the first {@code left} were not destroyed.
     */
    void endDestroy(final int[] handles, final int count, final int left) {
        lock();
        try {
            removeDoomed(count, handles, left);
            destroyed += count - left;
            if (left > 0 && !closed) {
                undoom();
            }
        } finally {
            taken = 0;
        }
    }

    /** Returns handles that somebody uses or is about to; needs the lock. */
    int users() {
        return inUse + creating;
    }

    /** Needs the lock, and no users. */
    void close() {
        closed = true;
        pinned = 0;
        doomAll();
    }

    int inUse() {
        lock();
        try {
            return inUse;
        } finally {
            taken = 0;
        }
    }

    int maxInUse() {
        lock();
        try {
            return maxInUse;
        } finally {
            taken = 0;
        }
    }

    int queued() {
        lock();
        try {
            return kept();
        } finally {
            taken = 0;
        }
    }

    int pinned() {
        lock();
        try {
            return pinned;
        } finally {
            taken = 0;
        }
    }

    FrmrPoolStatistics statistics() {
        lock();
        try {
            final long pushed = hits + misses - dropped - inUse;
            return new FrmrPoolStatistics(
                    kept(),
                    inUse,
                    maxInUse,
                    pinned,
                    closed ? 0 : doomed(),
                    hits,
                    misses,
                    pushed,
                    dropped,
                    created,
                    destroyed,
                    passes);
        } finally {
            taken = 0;
        }
    }

    /** A closed pool keeps what it has not destroyed yet. */
    private int kept() {
        return closed ? doomed() : size();
    }

    private int total() {
        return size() + inUse + creating;
    }

    private int shortfall() {
        return pinned - total();
    }
}
