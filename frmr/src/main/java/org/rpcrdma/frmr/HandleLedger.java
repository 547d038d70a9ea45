// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A pool's state: its idle handles, the number in use, the floor, the wish for a pass, and the counters. Every method
 * is one step under the lock, and short; the driver and the timer are called between steps, never in one. A step that
 * throws has changed nothing. The two steps of every pop and push release the lock by hand, which is faster.
 */
@SuppressWarnings("try") // The lock is held, and not used.
final class HandleLedger {
    /** Returned by {@link #popOrBegin()} if no handle is kept. */
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

    /** True if a pass is timed, or about to be timed by the thread that wished for it. */
    private boolean timed;

    /** True if a pass is due that the clock refused to time: the next push does it. */
    private boolean untimed;

    private long wishes;

    /** Written under the lock; volatile for readers without the lock. */
    private volatile long delayNanos;

    /**
     * The thread that destroys the doomed, or null. Written under the lock; volatile, because closing looks at it
     * without the lock while it waits.
     */
    private volatile Thread destroyer;

    HandleLedger(final FrmrKey key) {
        this.key = key;
    }

    /** Returns a queued handle in the low 32 bits; or {@link #NONE}, and counts a handle that is being created. */
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

    /** Ends the creation that {@link #popOrBegin()} began; returns the number of handles missing to the floor. */
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

    /** Keeps a handle that was in use; returns false if a pass has to be timed before. */
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

    /** Forgets a handle in use; returns the number that the floor is missing then. */
    int drop() {
        try (SpinLock held = lock.lock()) {
            checkInUse();
            inUse--;
            dropped++;
            return shortfall();
        }
    }

    /** Wishes for a pass; returns the wish, or 0 if a pass is timed and need not be timed anew. */
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

    /** Returns the delay of the newest wish; the caller then looks for a {@link #newerWish(long)} than its own. */
    long wishedNanos() {
        return delayNanos;
    }

    /** Returns the newest wish if it is newer than the given one, and its pass has not begun; otherwise 0. */
    long newerWish(final long wish) {
        try (SpinLock held = lock.lock()) {
            return timed && wishes != wish ? wishes : 0;
        }
    }

    /** Leaves a wish that the clock refused to the next push, unless there is a newer one. */
    void refuse(final long wish) {
        try (SpinLock held = lock.lock()) {
            if (wishes == wish) {
                timed = false;
                untimed = true;
            }
        }
    }

    /** Sets the floor; returns the previous floor. */
    int pin(final int floor) {
        try (SpinLock held = lock.lock()) {
            checkOpen();
            final int before = pinned;
            pinned = floor;
            return before;
        }
    }

    /** Restores the floor before, unless another was set since. */
    void unpin(final int floor, final int before) {
        try (SpinLock held = lock.lock()) {
            if (pinned == floor) {
                pinned = before;
            }
        }
    }

    /** Returns the number that the floor is missing, 0 or more. */
    int missing() {
        try (SpinLock held = lock.lock()) {
            return shortfall();
        }
    }

    /** Begins to make missing handles of the floor; returns false if fewer are missing. */
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

    /** Keeps the first {@code made} handles of an array that was begun, and releases the room of the others. */
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

    /** Begins a pass: moves the lines; returns true if another pass has to follow. */
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

    /** Returns the number of handles that are doomed and not destroyed yet. */
    int dying() {
        try (SpinLock held = lock.lock()) {
            return idle.doomed();
        }
    }

    /**
     * Makes this thread the destroyer and copies the first doomed handles; returns their number. Returns 0 if no handle
     * is doomed, or if another thread is the destroyer, which then also destroys newly doomed handles.
     */
    int beginDestroying(final int[] into) {
        try (SpinLock held = lock.lock()) {
            return destroyer == null ? nextDoomed(into) : 0;
        }
    }

    /**
     * Ends the destruction of {@code count} handles; the first {@code left} were not destroyed, and stay in the pool
     * with all doomed handles. Returns the number of handles to destroy next, copied into the array; if 0, this thread
     * is no longer the destroyer.
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

    /** Returns the capacity in handles; call with the lock held. */
    int room() {
        return idle.room();
    }

    /** Returns handles in use or being made; needs the lock. */
    int users() {
        return inUse + creating;
    }

    /** Needs the lock, and no users. */
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
