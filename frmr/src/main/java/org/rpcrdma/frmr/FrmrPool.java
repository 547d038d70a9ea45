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

import java.util.concurrent.locks.ReentrantLock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * The handles of one key. A pop takes the handle that was pushed last; what nobody took for a whole ageing period
 * is destroyed by the next pass, but for the pinned floor. A pass follows one period after a push found no handle
 * active, and then for as long as each finds some. Made by {@link FrmrPools#pool(FrmrKey)}, which says more.
 *
 * <p>Thread-safe. A pop, a push, a drop and an ageing pass each take effect at one moment, in which every figure
 * changes. A pop or push is one atomic operation and allocates nothing, unless a handle is made; another thread's pass
 * holds it up for no longer than it takes to copy a thousand handles. The driver and the clock are never called while others have to wait.
 */
public final class FrmrPool {
    private static final int AT_ONCE = HandleStack.PAGE_SIZE;

    private final FrmrPools pools;
    private final FrmrKey key;
    private final long leastBlocks;
    private final HandleLedger ledger = new HandleLedger();
    private final Timer timer;

    /** Held through a whole pass; more than one would destroy the same handles. */
    private final ReentrantLock passing = new ReentrantLock();

    /** Guards the order in which the timer is armed. */
    private final Object timing = new Object();

    FrmrPool(final FrmrPools pools, final FrmrKey key, final long leastBlocks) {
        this.pools = pools;
        this.key = key;
        this.leastBlocks = leastBlocks;
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
        final long found = ledger.pop();
        if (found == HandleLedger.NONE) {
            return popNew();
        }
        FrmrEvents.hit(this, (int) found);
        return (int) found;
    }

    /**
     * Gives a handle back, to be used again.
     *
     * @param handle a handle that was popped from this pool, fit for its next use; the caller owns it no more. One
     *     that is pushed twice while others are in use is not caught.
     * @throws VerbsException EINVAL where none of the pool's handles is in use.
     */
    public void push(final int handle) {
        final int outcome = ledger.push(handle);
        if (outcome != HandleLedger.PUSHED) {
            endPush(outcome);
        }
        FrmrEvents.push(this, handle);
    }

    /**
     * Forgets a handle that was popped and that the caller has destroyed. A pinned floor that is unmet then is met
     * again by a pass that follows at once.
     *
     * @throws VerbsException EINVAL where none of the pool's handles is in use.
     */
    public void drop() {
        if (!ledger.drop()) {
            throw nothingInUse();
        }
        if (ledger.isBelowFloor()) {
            arm(0);
        }
    }

    /**
     * Handles that are popped and neither pushed nor dropped yet.
     *
     * @return 0 or more.
     */
    public int inUse() {
        return ledger.inUse();
    }

    /**
     * The most handles that were ever in use at once.
     *
     * @return 0 or more.
     */
    public int maxInUse() {
        return ledger.maxInUse();
    }

    /**
     * Handles that are kept for use, active and inactive; not those that an ageing pass has taken out and is
     * destroying.
     *
     * @return 0 or more.
     */
    public int queued() {
        return ledger.queued();
    }

    /**
     * Handles that the pool keeps at least, those in use included.
     *
     * @return 0 or more.
     */
    public int pinned() {
        return ledger.pinned();
    }

    /**
     * All of the pool's figures, as they were at one moment.
     *
     * @return the figures, which change no more.
     */
    public FrmrPoolStatistics statistics() {
        return ledger.statistics();
    }

    /** Whether this pool is the one for a key, among all there are and ever will be. */
    boolean isFor(final FrmrKey request) {
        return request == key
                || request.dmaBlocks() >= leastBlocks
                        && request.dmaBlocks() <= key.dmaBlocks()
                        && key.isSameKind(request);
    }

    boolean isOf(final FrmrPools owner) {
        return pools == owner;
    }

    /** Whether the pools that it belongs to are closed. */
    boolean isOrphan() {
        return pools.isClosed();
    }

    HandleLedger ledger() {
        return ledger;
    }

    /** Sets the floor and makes what is missing; see {@link FrmrPools#setPinned(FrmrKey, int)}. */
    void setPinned(final int floor) {
        if (!ledger.pin(floor)) {
            throw FrmrPools.closed();
        }
        FrmrEvents.pin(this, floor);
        try {
            refill();
        } catch (final RuntimeException | Error e) {
            armIfNotArmed();
            throw e;
        }
        arm(0);
    }

    /** Times the next pass anew. */
    void retime() {
        synchronized (timing) {
            timer.arm(pools.agingPeriodNanos());
        }
    }

    /** Waits for a pass that is under way, and holds up others until {@link #allowPasses()}. */
    void holdPasses() {
        passing.lock();
    }

    void allowPasses() {
        passing.unlock();
    }

    /** Destroys what a closed pool keeps; its passes are held up. */
    void destroyAll() {
        synchronized (timing) {
            timer.cancel();
        }
        destroyDoomed();
    }

    /** An ageing pass. What the driver refuses in it is tried again one period later. */
    void pass() {
        if (passing.isHeldByCurrentThread()) {
            armIfNotArmed();
            return;
        }
        passing.lock();
        boolean done = false;
        try {
            age();
            done = true;
        } catch (final VerbsException e) {
            // The events and the figures tell; who made the handles has been told nothing, and lacks nothing.
        } finally {
            if (!done) {
                armIfNotArmed();
            }
            passing.unlock();
        }
    }

    private void age() {
        final FrmrEvent.AgingPass event = FrmrEvents.beginPass();
        final long destroyedBefore = ledger.destroyed();
        try {
            if (ledger.beginPass()) {
                armIfNotArmed();
            }
            destroyDoomed();
            refill();
        } finally {
            FrmrEvents.end(event, this, destroyedBefore);
        }
    }

    /** Destroys what is doomed, a bounded number at a time. */
    private void destroyDoomed() {
        int[] handles = null;
        for (int count = ledger.dying(); count > 0; count = ledger.dying()) {
            if (handles == null) {
                handles = new int[Math.min(count, AT_ONCE)];
            }
            destroy(handles, ledger.nextDoomed(handles));
            ledger.letWaiterIn();
        }
    }

    private void destroy(final int[] handles, final int count) {
        final FrmrEvent.Destroy event = FrmrEvents.beginDestroy();
        int left = count;
        try {
            pools.driver().destroy(handles, count);
            left = 0;
        } catch (final FrmrDestroyException e) {
            left = Math.min(count, e.left());
            throw e;
        } finally {
            ledger.endDestroy(handles, count, left);
            FrmrEvents.end(event, this, count - left, left);
        }
    }

    /** Makes what the floor is missing. */
    private void refill() {
        int begun = 0;
        for (int more = ledger.beginRefill(AT_ONCE); more > 0; more = ledger.beginRefill(AT_ONCE)) {
            begun += more;
            ledger.letWaiterIn();
        }
        if (begun == 0) {
            return;
        }
        int made = 0;
        int[] handles = null;
        try {
            handles = new int[begun];
            create(handles, begun);
            made = begun;
        } finally {
            endRefill(handles, made, begun);
        }
        armIfNotArmed();
    }

    private void create(final int[] handles, final int count) {
        final FrmrEvent.Create event = FrmrEvents.beginCreate();
        int made = 0;
        try {
            pools.driver().create(key, handles, count);
            made = count;
        } finally {
            FrmrEvents.end(event, this, made);
        }
    }

    private void endRefill(final int[] handles, final int made, final int begun) {
        for (int i = 0; i < begun; i += AT_ONCE) {
            final int count = Math.min(AT_ONCE, begun - i);
            ledger.endRefill(handles, i, made > 0 ? count : 0, count);
            ledger.letWaiterIn();
        }
    }

    private int popNew() {
        final int[] handle = new int[1];
        final long found = ledger.popOrBegin();
        if (found != HandleLedger.NONE) {
            FrmrEvents.hit(this, (int) found);
            return (int) found;
        }
        boolean made = false;
        try {
            create(handle, 1);
            made = true;
        } finally {
            ledger.endPop(made);
            if (!made && ledger.isBelowFloor()) {
                armIfNotArmed();
            }
        }
        FrmrEvents.miss(this, handle[0]);
        return handle[0];
    }

    private void endPush(final int outcome) {
        if (outcome == HandleLedger.REFUSED) {
            throw nothingInUse();
        }
        armIfNotArmed();
    }

    private void arm(final long delayNanos) {
        synchronized (timing) {
            timer.arm(delayNanos);
        }
    }

    private void armIfNotArmed() {
        synchronized (timing) {
            if (!timer.isArmed()) {
                timer.arm(pools.agingPeriodNanos());
            }
        }
    }

    private VerbsException nothingInUse() {
        return new VerbsException(Errno.EINVAL, "no handle of the pool is in use: " + key);
    }
}
