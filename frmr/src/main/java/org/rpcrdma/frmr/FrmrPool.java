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

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * The handles of one key. A pop takes the handle that was pushed last; what nobody took for a whole ageing period
 * is destroyed by the next pass, but for the pinned floor. A pass follows one period after a push found no handle
 * active, and then for as long as each finds some. Made by {@link FrmrPools#pool(FrmrKey)}, which says more.
 *
 * <p>Thread-safe. The driver is called with the lock free. Pop and push allocate nothing unless a handle is made.
 */
public final class FrmrPool {
    private static final int DESTROYED_AT_ONCE = 1024;

    private final FrmrPools pools;
    private final FrmrKey key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition passEnded = lock.newCondition();
    private final HandleStack idle = new HandleStack();
    private final Timer timer;
    private boolean closed;
    private boolean aging;
    private int creating;
    private int inUse;
    private int maxInUse;
    private int pinned;

    FrmrPool(final FrmrPools pools, final FrmrKey key) {
        this.pools = pools;
        this.key = key;
        this.timer = pools.clock().newTimer(this::pass);
    }

    /**
     * What the pool's handles are made with.
     *
     * @return the key.
     */
    public FrmrKey key() {
        return key;
    }

    /**
     * Takes a handle, a new one where none is kept.
     *
     * @return the handle; the caller pushes or drops it.
     * @throws VerbsException what the driver failed to make one with, or EINVAL where the pools are closed.
     */
    public int pop() {
        lock.lock();
        try {
            checkOpen();
            if (!idle.isEmpty()) {
                countUse();
                return idle.pop();
            }
            creating++;
        } finally {
            lock.unlock();
        }
        return popNew();
    }

    /**
     * Gives a handle back, to be used again.
     *
     * @param handle a handle that was popped from this pool, fit for its next use; the caller owns it no more. One
     *     that is pushed twice while others are in use is not caught.
     * @throws VerbsException EINVAL where none of the pool's handles is in use.
     */
    public void push(final int handle) {
        lock.lock();
        try {
            uncountUse();
            idle.push(handle);
            if (idle.active() == 1) {
                armIfNotArmed();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets a handle that was popped and that the caller has destroyed. A pinned floor that is unmet then is met
     * again by a pass that follows at once.
     *
     * @throws VerbsException EINVAL where none of the pool's handles is in use.
     */
    public void drop() {
        lock.lock();
        try {
            uncountUse();
            if (missing() > 0) {
                timer.arm(0);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Handles that are popped and neither pushed nor dropped yet.
     *
     * @return 0 or more.
     */
    public int inUse() {
        return read(() -> inUse);
    }

    /**
     * The most handles that were ever in use at once.
     *
     * @return 0 or more.
     */
    public int maxInUse() {
        return read(() -> maxInUse);
    }

    /**
     * Handles that are kept for use, active and inactive.
     *
     * @return 0 or more.
     */
    public int queued() {
        return read(idle::size);
    }

    /**
     * Handles that the pool keeps at least, those in use included.
     *
     * @return 0 or more.
     */
    public int pinned() {
        return read(() -> pinned);
    }

    /** Sets the floor and makes what is missing; see {@link FrmrPools#setPinned(FrmrKey, int)}. */
    void setPinned(final int floor) {
        lock.lock();
        try {
            checkOpen();
            pinned = floor;
        } finally {
            lock.unlock();
        }
        try {
            refill();
        } catch (final RuntimeException e) {
            retryLater();
            throw e;
        }
        lock.lock();
        try {
            timer.arm(0);
        } finally {
            lock.unlock();
        }
    }

    void retime() {
        lock.lock();
        try {
            timer.arm(pools.agingPeriodNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a pass that is under way, then closes the pool; returns what is in use, where the pool stays open. */
    int closeIfUnused() {
        lock.lock();
        try {
            while (aging) {
                passEnded.awaitUninterruptibly();
            }
            closed = inUse + creating == 0;
            return inUse + creating;
        } finally {
            lock.unlock();
        }
    }

    void reopen() {
        lock.lock();
        try {
            closed = false;
            if (!idle.isEmpty()) {
                armIfNotArmed();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Destroys what a closed pool keeps. */
    void destroyAll() {
        lock.lock();
        try {
            timer.cancel();
            idle.age();
            idle.age();
            pinned = 0;
        } finally {
            lock.unlock();
        }
        destroyDoomed();
    }

    /** An ageing pass. What the driver refuses in it is tried again one period later. */
    private void pass() {
        if (!beginPass()) {
            return;
        }
        try {
            destroyDoomed();
            refill();
        } catch (final VerbsException e) {
            retryLater();
        } finally {
            endPass();
        }
    }

    private boolean beginPass() {
        lock.lock();
        try {
            if (closed || aging) {
                return false;
            }
            aging = true;
            if (pinned == 0 || total() > pinned) {
                final boolean hasActive = idle.active() > 0;
                idle.age();
                idle.trim(total());
                if (hasActive) {
                    armIfNotArmed();
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void retryLater() {
        lock.lock();
        try {
            armIfNotArmed();
        } finally {
            lock.unlock();
        }
    }

    private void endPass() {
        lock.lock();
        try {
            aging = false;
            passEnded.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Destroys what the last pass doomed, nobody took since and the floor can spare, a bounded number at a time. */
    private void destroyDoomed() {
        final int[] handles = new int[DESTROYED_AT_ONCE];
        for (int count = takeDoomed(handles); count > 0; count = takeDoomed(handles)) {
            boolean destroyed = false;
            try {
                pools.driver().destroy(handles, count);
                destroyed = true;
            } finally {
                if (!destroyed) {
                    takeBack(handles, count);
                }
            }
        }
    }

    private int takeDoomed(final int[] handles) {
        lock.lock();
        try {
            final int spare = pinned == 0 ? idle.doomed() : Math.max(0, total() - pinned);
            final int count = Math.min(handles.length, Math.min(spare, idle.doomed()));
            idle.takeDoomed(handles, count);
            return count;
        } finally {
            lock.unlock();
        }
    }

    private void takeBack(final int[] handles, final int count) {
        lock.lock();
        try {
            idle.returnDoomed(handles, count);
        } finally {
            lock.unlock();
        }
    }

    /** Makes what the floor is missing. */
    private void refill() {
        final int count = beginRefill();
        if (count == 0) {
            return;
        }
        int made = 0;
        int[] handles = null;
        try {
            handles = new int[count];
            pools.driver().create(key, handles, count);
            made = count;
        } finally {
            endRefill(count, handles, made);
        }
    }

    private int beginRefill() {
        lock.lock();
        try {
            final int count = Math.max(0, missing());
            creating += count;
            return count;
        } finally {
            lock.unlock();
        }
    }

    private void endRefill(final int asked, final int[] handles, final int made) {
        lock.lock();
        try {
            creating -= asked;
            idle.reserve(idle.size() + inUse + made);
            for (int i = 0; i < made; i++) {
                idle.push(handles[i]);
            }
            if (made > 0) {
                armIfNotArmed();
            }
        } finally {
            lock.unlock();
        }
    }

    private int popNew() {
        boolean made = false;
        try {
            final int[] handle = new int[1];
            pools.driver().create(key, handle, 1);
            made = true;
            return handle[0];
        } finally {
            endPopNew(made);
        }
    }

    private void endPopNew(final boolean made) {
        lock.lock();
        try {
            creating--;
            if (made) {
                idle.reserve(idle.size() + inUse + 1);
                countUse();
            }
        } finally {
            lock.unlock();
        }
    }

    private void countUse() {
        inUse++;
        maxInUse = Math.max(maxInUse, inUse);
    }

    private void uncountUse() {
        if (inUse == 0) {
            throw new VerbsException(Errno.EINVAL, "no handle of the pool is in use: " + key);
        }
        inUse--;
    }

    private int total() {
        return idle.size() + inUse + creating;
    }

    private int missing() {
        return pinned - total();
    }

    private void armIfNotArmed() {
        if (!timer.isArmed()) {
            timer.arm(pools.agingPeriodNanos());
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new VerbsException(Errno.EINVAL, "pools are closed");
        }
    }

    private int read(final IntSupplier figure) {
        lock.lock();
        try {
            return figure.getAsInt();
        } finally {
            lock.unlock();
        }
    }
}
