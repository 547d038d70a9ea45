// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A pool's state: its idle handles, the number of handles in use, the floor, the requested pass and the counters. Every
 * method is one short step under the lock. The pool calls the driver and the timer between steps, never during a step.
 * A step that throws an exception changes nothing. Pop and push release the lock explicitly, because this is faster
 * than try-with-resources.
 */
@SuppressWarnings("try") // the lock variable is not used
final class HandleLedger {
    /** The result of {@link #popOrBegin()} if the pool is empty. */
    static final long NONE = 1L << 32;

    final SpinLock lock = new SpinLock();
    private final FrmrKey key;
    private final HandleStack idle = new HandleStack();

    private long hits;
    private long misses;
    private long created;
    private long destroyed;
    private long dropped;
    private long passes;
    private int inUse;
    private int maxInUse;
    private int creating;
    private int pinned;
    private boolean closed;

    /** True if a pass is scheduled, or if a thread has requested a pass and is about to schedule it. */
    private boolean timed;

    /** True if the clock failed to schedule a pass. The next push schedules it. */
    private boolean untimed;

    private long wishes;

    /** The delay of the newest requested pass. Written under the lock, and read without it. */
    private volatile long delayNanos;

    /**
     * The thread that is destroying doomed handles, or null. Written under the lock. Volatile, because {@code close}
     * reads it without the lock while it waits.
     */
    private volatile Thread destroyer;

    HandleLedger(final FrmrKey key) {
        this.key = key;
    }

    /**
     * Returns a queued handle in the low 32 bits. If the pool is empty, counts a handle as being created and returns
     * {@link #NONE}.
     */
    long popOrBegin() {
        lock.lock();
        try {
            if (idle.isEmpty()) {
                checkOpen();
                idle.reserve(users() + 1);
                creating++;
                return NONE;
            }
            final int handle = idle.pop();
            hits++;
            countUse();
            return handle & 0xFFFF_FFFFL;
        } finally {
            lock.close();
        }
    }

    /**
     * Ends the creation of the handle that {@link #popOrBegin()} began to create. Returns the number of handles that
     * are missing from the floor.
     */
    int endPop(final boolean made) {
        try (SpinLock held = lock.lock()) {
            creating--;
            if (made) {
                created++;
                misses++;
                countUse();
            }
            return shortfall();
        }
    }

    /** Adds a handle that was in use. Returns false if a pass must be scheduled first. */
    boolean push(final int handle) {
        lock.lock();
        try {
            checkInUse();
            if (!timed && (untimed || idle.active() == 0)) {
                return false;
            }
            idle.push(handle);
            inUse--;
            return true;
        } finally {
            lock.close();
        }
    }

    /** Removes a handle that was in use. Returns the number of handles that are then missing from the floor. */
    int drop() {
        try (SpinLock held = lock.lock()) {
            checkInUse();
            inUse--;
            dropped++;
            return shortfall();
        }
    }

    /**
     * Requests a pass. Returns the request's number, or 0 if a pass is already scheduled and does not need to be
     * rescheduled.
     */
    long wish(final long nanos, final boolean anew) {
        try (SpinLock held = lock.lock()) {
            if (timed && !anew) {
                return 0;
            }
            timed = true;
            untimed = false;
            delayNanos = nanos;
            return ++wishes;
        }
    }

    /** Returns the delay of the newest request. The caller must then check for a {@link #newerWish(long)}. */
    long wishedNanos() {
        return delayNanos;
    }

    /**
     * Returns the newest request if it is newer than the given request and its pass has not begun; otherwise returns 0.
     */
    long newerWish(final long wish) {
        try (SpinLock held = lock.lock()) {
            return timed && wishes != wish ? wishes : 0;
        }
    }

    /** Records that the clock rejected a request. The next push repeats the request, unless a newer request exists. */
    void refuse(final long wish) {
        try (SpinLock held = lock.lock()) {
            if (wishes == wish) {
                timed = false;
                untimed = true;
            }
        }
    }

    /** Sets the floor and returns the previous floor. */
    int pin(final int floor) {
        try (SpinLock held = lock.lock()) {
            checkOpen();
            final int before = pinned;
            pinned = floor;
            return before;
        }
    }

    /** Restores the previous floor, unless another floor has been set since. */
    void unpin(final int floor, final int before) {
        try (SpinLock held = lock.lock()) {
            if (pinned == floor) {
                pinned = before;
            }
        }
    }

    /** Returns the number of handles that are missing from the floor; 0 if none. */
    int missing() {
        try (SpinLock held = lock.lock()) {
            return shortfall();
        }
    }

    /** Begins to create a number of handles for the floor. Returns false if fewer handles than this are missing. */
    boolean beginRefill(final int count) {
        try (SpinLock held = lock.lock()) {
            if (count > shortfall()) {
                return false;
            }
            idle.reserve(users() + count);
            creating += count;
            return true;
        }
    }

    /** Adds the first {@code made} handles of the array, and releases the capacity reserved for the others. */
    void endRefill(final int[] handles, final int made) {
        try (SpinLock held = lock.lock()) {
            creating -= handles.length;
            created += made;
            for (int i = 0; i < made; i++) {
                idle.push(handles[i]);
            }
            if (made < handles.length) {
                idle.trim(users());
            }
        }
    }

    /** Begins a pass by ageing the stack. Returns true if another pass must follow. */
    boolean beginPass() {
        try (SpinLock held = lock.lock()) {
            timed = false;
            if (closed) {
                return false;
            }
            passes++;
            final int spare = pinned == 0 ? Integer.MAX_VALUE : total() - pinned;
            if (spare <= 0) {
                return false;
            }
            final boolean again = idle.active() > 0;
            idle.age(Math.min(idle.inactive(), spare));
            idle.trim(users());
            return again;
        }
    }

    /** Returns the number of handles that are doomed but not yet destroyed. */
    int dying() {
        try (SpinLock held = lock.lock()) {
            return idle.doomed();
        }
    }

    /**
     * Makes this thread the destroyer and copies the first doomed handles. Returns the number copied. Returns 0 if no
     * handle is doomed, or if another thread is the destroyer; that thread then also destroys newly doomed handles.
     */
    int beginDestroying(final int[] into) {
        try (SpinLock held = lock.lock()) {
            return destroyer == null ? nextDoomed(into) : 0;
        }
    }

    /**
     * Ends the destruction of {@code count} handles, the first {@code left} of which were not destroyed. If any handle
     * was not destroyed, all doomed handles stay in the pool. Copies the handles to destroy next into the array and
     * returns their number. If this number is 0, this thread is no longer the destroyer.
     */
    int endDestroy(final int[] handles, final int count, final int left, final boolean goOn) {
        try (SpinLock held = lock.lock()) {
            idle.removeDoomed(count, handles, left);
            destroyed += count - left;
            if (left > 0 && !closed) {
                idle.undoom();
            }
            if (goOn) {
                return nextDoomed(handles);
            }
            destroyer = null;
            return 0;
        }
    }

    private int nextDoomed(final int[] into) {
        final int count = idle.copyDoomed(into);
        destroyer = count == 0 ? null : Thread.currentThread();
        return count;
    }

    Thread destroyer() {
        return destroyer;
    }

    /** Returns the capacity in handles. Call this method with the lock held. */
    int room() {
        return idle.room();
    }

    /** Returns the number of handles in use or being created. Call this method with the lock held. */
    int users() {
        return inUse + creating;
    }

    /** Closes the ledger. Call this method with the lock held, and without handles in use. */
    void close() {
        closed = true;
        pinned = 0;
        idle.doomAll();
    }

    /** Returns the figures. A closed pool keeps its doomed handles until they are destroyed. */
    FrmrPoolStatistics statistics() {
        try (SpinLock held = lock.lock()) {
            return new FrmrPoolStatistics(
                    closed ? idle.doomed() : idle.size(),
                    inUse,
                    maxInUse,
                    pinned,
                    closed ? 0 : idle.doomed(),
                    hits,
                    misses,
                    hits + misses - dropped - inUse,
                    dropped,
                    created,
                    destroyed,
                    passes);
        }
    }

    private void countUse() {
        inUse++;
        maxInUse = Math.max(maxInUse, inUse);
    }

    private int total() {
        return idle.size() + users();
    }

    private int shortfall() {
        return Math.max(0, pinned - total());
    }

    private void checkInUse() {
        if (inUse == 0) {
            throw new VerbsException(Errno.EINVAL, "no handle of the pool is in use: " + key);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw FrmrPools.closed();
        }
    }
}
