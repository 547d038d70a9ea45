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
package org.rpcrdma.frmr;

/**
 * A pool's state: its idle handles, how many are in use, the floor, and what has happened. Every method is one step
 * under the lock, and short; the driver and the timer are called between steps, never in one.
 */
final class HandleLedger extends HandleStack {
    /** What {@link #pop()} gives where no handle is kept. */
    static final long NONE = 1L << 32;

    /** What {@link #push(int)} gives. */
    static final int PUSHED = 0;

    /** What {@link #push(int)} gives where a pass has to be timed as well. */
    static final int PUSHED_FIRST = 1;

    /** What {@link #push(int)} gives where nothing is in use. */
    static final int REFUSED = -1;

    private long misses;
    private long created;
    private long destroyed;
    private long dropped;
    private long passes;
    private int creating;
    private int pinned;

    /** Whether a pass is timed, about to be timed by who set this, or about to begin. */
    private boolean timed;

    private boolean closed;

    /** A handle in the low 32 bits, or {@link #NONE}. */
    long pop() {
        lock();
        if (isEmpty()) {
            unlock();
            return NONE;
        }
        final int handle = popHandle();
        hits++;
        countUse();
        unlock();
        return handle & 0xFFFF_FFFFL;
    }

    int push(final int handle) {
        lock();
        if (inUse == 0) {
            unlock();
            return REFUSED;
        }
        inUse--;
        pushHandle(handle);
        final boolean first = !timed && active() == 1;
        if (first) {
            timed = true;
        }
        unlock();
        return first ? PUSHED_FIRST : PUSHED;
    }

    /** False where nothing is in use. */
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
            unlock();
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
            unlock();
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
            unlock();
        }
    }

    /** False where closed. */
    boolean pin(final int floor) {
        lock();
        try {
            if (!closed) {
                pinned = floor;
            }
            return !closed;
        } finally {
            unlock();
        }
    }

    /** Begins to make what the floor is missing, at most so many; returns how many. */
    int beginRefill(final int most) {
        lock();
        try {
            final int count = closed ? 0 : Math.max(0, Math.min(most, missing()));
            if (count > 0) {
                reserve(inUse + creating + count);
                creating += count;
            }
            return count;
        } finally {
            unlock();
        }
    }

    /** Makes {@code made} of the handles kept; {@code begun} are counted as being made no longer. */
    void endRefill(final int[] handles, final int from, final int made, final int begun) {
        lock();
        try {
            creating -= begun;
            created += made;
            for (int i = from; i < from + made; i++) {
                pushHandle(handles[i]);
            }
        } finally {
            unlock();
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

    long destroyed() {
        lock();
        try {
            return destroyed;
        } finally {
            unlock();
        }
    }

    int nextDoomed(final int[] into) {
        lock();
        try {
            return copyDoomed(into);
        } finally {
            unlock();
        }
    }

    /** Ends the destruction of {@code count} that {@link #nextDoomed} gave; the first {@code left} were not destroyed. */
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

    /** Handles that somebody uses or is about to; needs the lock. */
    int users() {
        return inUse + creating;
    }

    /** Needs the lock, and no users. */
    void close() {
        closed = true;
        pinned = 0;
        doomAll();
    }

    boolean isBelowFloor() {
        lock();
        try {
            return missing() > 0;
        } finally {
            unlock();
        }
    }

    int inUse() {
        lock();
        try {
            return inUse;
        } finally {
            unlock();
        }
    }

    int maxInUse() {
        lock();
        try {
            return maxInUse;
        } finally {
            unlock();
        }
    }

    int queued() {
        lock();
        try {
            return kept();
        } finally {
            unlock();
        }
    }

    int pinned() {
        lock();
        try {
            return pinned;
        } finally {
            unlock();
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
            unlock();
        }
    }

    /** A closed pool keeps what it has not destroyed yet. */
    private int kept() {
        return closed ? doomed() : size();
    }

    private int total() {
        return size() + inUse + creating;
    }

    private int missing() {
        return pinned - total();
    }
}
