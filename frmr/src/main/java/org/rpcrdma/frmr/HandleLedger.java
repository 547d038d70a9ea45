// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A pool's state: its idle handles, how many are in use, the floor, the wish for a pass, and the counters. Every method
 * is one step under the lock, and short; the driver and the timer are called between steps, never in one. A step that
 * throws has changed nothing.
 */
final class HandleLedger extends HandleStack {
    /** Returned by {@link #pop()} if no handle is kept. */
    static final long NONE = 1L << 32;

    /**
     * The thread that destroys the doomed, or null. Written under the lock; volatile, because closing looks at it
     * without the lock while it waits.
     */
    private volatile Thread destroyer;

    private final FrmrKey key;

    private long hits;
    private int inUse;
    private int maxInUse;

    /** True if a pass is timed, or about to be timed by the thread that wished for it. */
    private boolean timed;

    /** True if a pass is due that the clock refused to time: the next push does it. */
    private boolean untimed;

    private long misses;
    private long created;
    private long destroyed;
    private long dropped;
    private long passes;
    private long wishes;

    /** Written under the lock; volatile for readers without the lock. */
    private volatile long delayNanos;

    private int creating;
    private int pinned;
    private boolean closed;

    HandleLedger(final FrmrKey key) {
        this.key = key;
    }

    @Override
    VerbsException failed(final Error cause) {
        final VerbsException failed = new VerbsException(
                Errno.EIO, "pool has failed, its handles are not given out any more: " + key + ": " + cause);
        failed.initCause(cause);
        return failed;
    }

    /** Returns a handle in the low 32 bits, or {@link #NONE}. */
    long pop() {
        lock();
        try {
            return isEmpty() ? NONE : take();
        } finally {
            unlock();
        }
    }

    /** Takes a handle back; returns false if a pass has to be timed before. */
    boolean push(final int handle) {
        lock();
        try {
            checkInUse();
            if (!timed && (untimed || active() == 0)) {
                return false;
            }
            pushHandle(handle);
            inUse--;
            return true;
        } finally {
            unlock();
        }
    }

    /** Forgets a handle in use; returns the number that the floor is missing then. */
    int drop() {
        lock();
        try {
            checkInUse();
            inUse--;
            dropped++;
            return shortfall();
        } finally {
            unlock();
        }
    }

    /** Begins to make a handle, unless one has been pushed meanwhile: that one, or {@link #NONE}. */
    long popOrBegin() {
        lock();
        try {
            if (!isEmpty()) {
                return take();
            }
            checkOpen();
            reserve(users() + 1);
            creating++;
            return NONE;
        } finally {
            unlock();
        }
    }

    /** Ends the creation that {@link #popOrBegin()} began; returns the number that the floor is missing then. */
    int endPop(final boolean made) {
        lock();
        try {
            creating--;
            if (made) {
                created++;
                misses++;
                countUse();
            }
            return shortfall();
        } finally {
            unlock();
        }
    }

    /** Wishes for a pass; returns the wish, or 0 if a pass is timed and need not be timed anew. */
    long wish(final long nanos, final boolean anew) {
        lock();
        try {
            if (timed && !anew) {
                return 0;
            }
            timed = true;
            untimed = false;
            delayNanos = nanos;
            return ++wishes;
        } finally {
            unlock();
        }
    }

    /** Returns the delay of the newest wish; the caller then looks for a {@link #newerWish(long)} than its own. */
    long wishedNanos() {
        return delayNanos;
    }

    /** Returns the newest wish if it is newer than the given one, and its pass has not begun; otherwise 0. */
    long newerWish(final long wish) {
        lock();
        try {
            return timed && wishes != wish ? wishes : 0;
        } finally {
            unlock();
        }
    }

    /** Leaves a wish that the clock refused to the next push, unless there is a newer one. */
    void refuse(final long wish) {
        lock();
        try {
            if (wishes == wish) {
                timed = false;
                untimed = true;
            }
        } finally {
            unlock();
        }
    }

    /** Sets the floor; returns the one before. */
    int pin(final int floor) {
        lock();
        try {
            checkOpen();
            final int before = pinned;
            pinned = floor;
            return before;
        } finally {
            unlock();
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
            unlock();
        }
    }

    /** Returns the number that the floor is missing, 0 or more. */
    int missing() {
        lock();
        try {
            return shortfall();
        } finally {
            unlock();
        }
    }

    /** Begins to make missing handles of the floor; returns false if fewer are missing. */
    boolean beginRefill(final int count) {
        lock();
        try {
            if (count > shortfall()) {
                return false;
            }
            reserve(users() + count);
            creating += count;
            return true;
        } finally {
            unlock();
        }
    }

    /** Keeps the first {@code made} handles of an array that was begun, and gives up the room of the others. */
    void endRefill(final int[] handles, final int made) {
        lock();
        try {
            creating -= handles.length;
            created += made;
            for (int i = 0; i < made; i++) {
                pushHandle(handles[i]);
            }
            if (made < handles.length) {
                trim(users());
            }
        } finally {
            unlock();
        }
    }

    /** Begins a pass: moves the lines; returns true if another pass has to follow. */
    boolean beginPass() {
        lock();
        try {
            timed = false;
            if (closed) {
                return false;
            }
            passes++;
            final int spare = pinned == 0 ? Integer.MAX_VALUE : total() - pinned;
            if (spare <= 0) {
                return false;
            }
            final boolean again = active() > 0;
            age(Math.min(inactive(), spare));
            trim(users());
            return again;
        } finally {
            unlock();
        }
    }

    int dying() {
        lock();
        try {
            return doomed();
        } finally {
            unlock();
        }
    }

    /** Makes this thread the destroyer; false if another does, which destroys newly doomed handles as well. */
    boolean beginDestroying() {
        lock();
        try {
            if (destroyer != null) {
                return false;
            }
            destroyer = Thread.currentThread();
            return true;
        } finally {
            unlock();
        }
    }

    /** Copies the next of the doomed to destroy; if there are none, this thread destroys no longer. */
    int nextDoomed(final int[] into) {
        lock();
        try {
            final int count = copyDoomed(into);
            if (count == 0) {
                destroyer = null;
            }
            return count;
        } finally {
            unlock();
        }
    }

    /**
     * Ends the destruction of {@code count} that {@link #nextDoomed} gave; the first {@code left} were not destroyed,
     * and are kept like all that are doomed.
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
            unlock();
        }
    }

    void endDestroying() {
        lock();
        try {
            destroyer = null;
        } finally {
            unlock();
        }
    }

    Thread destroyer() {
        return destroyer;
    }

    /** Returns handles in use or being made, 0 for a pool that has failed; needs the lock. */
    int usersToWaitFor() {
        return hasFailed() ? 0 : users();
    }

    /** Needs the lock, and no users. */
    void close() {
        closed = true;
        pinned = 0;
        doomAll();
    }

    /** Returns the figures. The doomed of a closed pool are kept, as long as they are not destroyed. */
    FrmrPoolStatistics statistics() {
        lock();
        try {
            return new FrmrPoolStatistics(
                    closed ? doomed() : size(),
                    inUse,
                    maxInUse,
                    pinned,
                    closed ? 0 : doomed(),
                    hits,
                    misses,
                    hits + misses - dropped - inUse,
                    dropped,
                    created,
                    destroyed,
                    passes);
        } finally {
            unlock();
        }
    }

    private long take() {
        final int handle = popHandle();
        hits++;
        countUse();
        return handle & 0xFFFF_FFFFL;
    }

    private void countUse() {
        final int now = inUse + 1;
        inUse = now;
        if (now > maxInUse) {
            maxInUse = now;
        }
    }

    private int users() {
        return inUse + creating;
    }

    private int total() {
        return size() + users();
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
