// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.StackRoom;

/**
 * The handles of one key. A pop takes the handle that was pushed last; what nobody took for a whole ageing period
 * is destroyed by the next pass, but for the pinned floor. A pass follows one period after a push found no handle
 * active, and then for as long as each finds some. Made by {@link FrmrPools#pool(FrmrKey)}, which says more.
 *
 * <p>Thread-safe. A pop, a push, a drop and an ageing pass each take effect at one moment, in which every figure
 * changes. A pop or push is one atomic operation and allocates nothing, unless a handle is made; another thread's pass
 * holds it up for no longer than it takes to copy a thousand handles. The driver is called under no lock. The clock's
 * timer is set under a lock that only other threads that set it wait for.
 *
 * <p>A call that throws, an {@link Error} included, has changed nothing, unless its description says otherwise. An
 * {@link Error} of a driver's creation counts as a refusal that made nothing, one of its destruction as one that
 * destroyed nothing.
 */
public final class FrmrPool {
    private static final int AT_ONCE = HandleStack.PAGE_SIZE;

    /** Passes in a row that may fail to meet the floor before no further one tries. */
    private static final int MOST_REFUSALS = 10;

    /**
     * Looks at a thread that destroys, with a yield after each, before closing gives up: while that one runs, and while
     * it waits.
     */
    private static final int MOST_LOOKS_RUNNING = 1 << 20;

    private static final int MOST_LOOKS_WAITING = 1 << 10;

    final HandleLedger ledger = new HandleLedger();

    /** Null once they are closed and nothing is left to destroy: keys may live longer, and with them this. */
    private FrmrPools pools;

    private final FrmrKey key;

    /** Null with the pools. */
    private Timer timer;

    /** Guards the order in which the timer is armed. */
    private final Object timing = new Object();

    /** The fewest blocks that it serves. Set before the pool is published. */
    private long leastBlocks;

    /** Passes in a row that failed to meet the floor. */
    private volatile int refusals;

    FrmrPool(final FrmrPools pools, final FrmrKey key) {
        this.pools = pools;
        this.key = key;
        this.timer = pools.clock().newTimer(this::pass);
    }

    FrmrPool serving(final long blocks) {
        leastBlocks = blocks;
        return this;
    }

    /**
     * Returns what the pool's handles are made with.
     *
     * @return the key.
     */
    public FrmrKey key() {
        return key;
    }

    /**
     * Takes a handle, a new one if none is kept.
     *
     * @return the handle; the caller pushes or drops it.
     * @throws VerbsException what the driver failed to make one with, or EINVAL if the pools are closed.
     */
    public int pop() {
        final long found = ledger.pop();
        if (found == HandleLedger.NONE) {
            return popNew();
        }
        try {
            FrmrEvents.hit(this, (int) found);
        } catch (final Throwable unrecorded) {
            // The handle is the caller's, recorded or not.
        }
        return (int) found;
    }

    /**
     * Gives a handle back, to be used again.
     *
     * @param handle a handle that was popped from this pool, fit for its next use; the caller owns it no more. One
     *     that is pushed twice while others are in use is not caught.
     * @throws VerbsException EINVAL if none of the pool's handles is in use.
     * @throws RuntimeException what the clock failed to time an ageing pass with; the handle is the caller's still.
     */
    public void push(final int handle) {
        if (ledger.push(handle) != HandleLedger.PUSHED) {
            pushFirst(handle);
        }
        try {
            FrmrEvents.push(this, handle);
        } catch (final Throwable unrecorded) {
            // The handle is the pool's, recorded or not.
        }
    }

    /**
     * Forgets a handle that was popped and that the caller has destroyed. A pinned floor that is unmet then is met
     * again by a pass that follows at once; if the clock fails to time it, by a pass that the next push times.
     *
     * @throws VerbsException EINVAL if none of the pool's handles is in use.
     */
    public void drop() {
        StackRoom.require(StackRoom.SOME);
        if (!ledger.drop()) {
            throw nothingInUse();
        }
        try {
            if (ledger.missing() > 0) {
                refusals = 0;
                arm(0);
            }
        } catch (final Throwable e) {
            ledger.untimed = true;
        }
    }

    /**
     * Returns handles that are popped and neither pushed nor dropped yet.
     *
     * @return 0 or more.
     */
    public int inUse() {
        return ledger.inUse();
    }

    /**
     * Returns the most handles that were ever in use at once.
     *
     * @return 0 or more.
     */
    public int maxInUse() {
        return ledger.maxInUse();
    }

    /**
     * Returns handles that are kept for use, active and inactive; not those that an ageing pass has taken out and is
     * destroying.
     *
     * @return 0 or more.
     */
    public int queued() {
        return ledger.queued();
    }

    /**
     * Returns handles that the pool keeps at least, those in use included.
     *
     * @return 0 or more.
     */
    public int pinned() {
        return ledger.pinned();
    }

    /**
     * Returns all of the pool's figures, as they were at one moment.
     *
     * @return the figures, which change no more.
     */
    public FrmrPoolStatistics statistics() {
        return ledger.statistics();
    }

    /** Returns true if this pool is the one for a key, among all there are and ever will be. */
    boolean isFor(final FrmrKey request) {
        return request == key
                || request.dmaBlocks() >= leastBlocks
                        && request.dmaBlocks() <= key.dmaBlocks()
                        && key.isSameKind(request);
    }

    boolean isOf(final FrmrPools owner) {
        return pools == owner;
    }

    /** Returns true if the pools that it belongs to are closed. */
    boolean isOrphan() {
        final FrmrPools owner = pools;
        return owner == null || owner.isClosed();
    }

    /** Sets the floor and makes what is missing; see {@link FrmrPools#setPinned(FrmrKey, int)}. */
    void setPinned(final int floor) {
        StackRoom.require(StackRoom.SOME);
        final int before = ledger.pin(floor);
        if (before < 0) {
            throw FrmrPools.closed();
        }
        try {
            FrmrEvents.pin(this, floor);
            refusals = 0;
            refill();
        } catch (final VerbsException e) {
            rearmAfter(e);
            throw e;
        } catch (final RuntimeException | Error e) {
            ledger.unpin(floor, before);
            throw e;
        }
        arm(0);
    }

    /** Times the next pass anew. */
    void retime(final long periodNanos) {
        arm(periodNanos);
    }

    /** Destroys what a closed pool keeps. */
    void destroyAll() {
        try {
            synchronized (timing) {
                if (timer != null) {
                    timer.cancel();
                }
            }
        } finally {
            destroyDoomed();
            // A pass may take over from another one, or fail and leave them, whenever nobody destroys.
            while (ledger.destroyer != null || ledger.dying() > 0) {
                awaitDestroyer();
                destroyDoomed();
            }
        }
        synchronized (timing) {
            timer = null;
            pools = null;
        }
    }

    /** Waits for another thread that destroys, as long as it gets on. */
    private void awaitDestroyer() {
        int running = 0;
        int waiting = 0;
        for (Thread other = ledger.destroyer; other != null; other = ledger.destroyer) {
            final boolean runs = other.getState() == Thread.State.RUNNABLE;
            running += runs ? 1 : 0;
            waiting += runs ? 0 : 1;
            if (other == Thread.currentThread() || running > MOST_LOOKS_RUNNING || waiting > MOST_LOOKS_WAITING) {
                throw new VerbsException(
                        Errno.EBUSY,
                        "handles are being destroyed by another thread: " + key + " thread=" + other.getName()
                                + " handles=" + ledger.dying());
            }
            Thread.yield();
        }
    }

    /**
     * An ageing pass. What the driver refuses in it is tried again one period later. Handles that another thread's pass
     * is about to destroy are left to that.
     */
    void pass() {
        try {
            StackRoom.require(StackRoom.SOME);
            age();
        } catch (final VerbsException e) {
            // The events and the figures tell; the maker of the handles has been told nothing, and lacks nothing.
            ledger.untimed = true;
            rearm();
        } catch (final RuntimeException | Error e) {
            ledger.untimed = true;
            rearmAfter(e);
            throw e;
        }
    }

    private void age() {
        final FrmrEvent.AgingPass event = FrmrEvents.beginPass();
        final long destroyedBefore = ledger.destroyed();
        try {
            if (ledger.beginPass()) {
                rearm();
            }
            destroyDoomed();
            keepFloor();
        } finally {
            end(event, destroyedBefore);
        }
    }

    private void end(final FrmrEvent.AgingPass event, final long destroyedBefore) {
        try {
            FrmrEvents.end(event, this, destroyedBefore);
        } catch (final Throwable unrecorded) {
            // The pass has been, recorded or not.
        }
    }

    /** Makes what the floor is missing, unless the driver has refused that for many passes in a row. */
    private void keepFloor() {
        if (refusals >= MOST_REFUSALS) {
            return;
        }
        boolean made = false;
        try {
            refill();
            made = true;
        } catch (final VerbsException e) {
            if (refusals + 1 < MOST_REFUSALS) {
                rearm();
            }
        } finally {
            refusals = made ? 0 : refusals + 1;
        }
    }

    /** Destroys what is doomed, a bounded number at a time, unless another thread does. */
    private void destroyDoomed() {
        final int first = ledger.dying();
        final int[] handles = new int[Math.min(first, AT_ONCE)];
        if (first == 0 || !ledger.beginDestroying()) {
            return;
        }
        boolean ended = false;
        try {
            for (int count = ledger.nextDoomed(handles); count > 0; count = ledger.nextDoomed(handles)) {
                destroy(handles, count);
                ledger.letWaiterIn();
            }
            ended = true;
        } finally {
            if (!ended) {
                ledger.destroyer = null;
            }
        }
    }

    private void destroy(final int[] handles, final int count) {
        int left = count;
        try {
            destroyNow(handles, count);
            left = 0;
        } catch (final FrmrDestroyException e) {
            left = e.left(count);
            throw e;
        } finally {
            ledger.endDestroy(handles, count, left);
        }
    }

    private void destroyNow(final int[] handles, final int count) {
        final FrmrEvent.Destroy event = FrmrEvents.beginDestroy();
        int left = count;
        try {
            pools.driver().destroy(handles, count);
            left = 0;
        } catch (final FrmrDestroyException e) {
            left = e.left(count);
            throw e;
        } finally {
            end(event, count - left, left);
        }
    }

    private void end(final FrmrEvent.Destroy event, final int destroyed, final int left) {
        try {
            FrmrEvents.end(event, this, destroyed, left);
        } catch (final Throwable unrecorded) {
            // They are destroyed, recorded or not.
        }
    }

    /** Makes what the floor is missing: all of it or nothing. The arrays come first, for they may be too large. */
    private void refill() {
        final int missing = ledger.missing();
        final int[] handles = new int[missing];
        final int[] batch = new int[Math.min(missing, AT_ONCE)];
        int begun = 0;
        int made = 0;
        try {
            for (int more = 1; more > 0 && begun < missing; begun += more) {
                more = ledger.beginRefill(Math.min(batch.length, missing - begun));
                ledger.letWaiterIn();
            }
            while (made < begun) {
                final int count = Math.min(batch.length, begun - made);
                create(batch, count);
                System.arraycopy(batch, 0, handles, made, count);
                made += count;
            }
        } finally {
            endRefill(handles, made == begun ? made : unmake(handles, made, batch), begun);
        }
        if (begun > 0) {
            rearm();
        }
    }

    private void create(final int[] handles, final int count) {
        final FrmrEvent.Create event = FrmrEvents.beginCreate();
        int made = 0;
        try {
            pools.driver().create(key, handles, count);
            made = count;
        } finally {
            end(event, made);
        }
    }

    private void end(final FrmrEvent.Create event, final int made) {
        try {
            FrmrEvents.end(event, this, made);
        } catch (final Throwable unrecorded) {
            // They are made, recorded or not.
        }
    }

    /**
     * Destroys what was made for a floor that cannot be met; returns how many the driver left, at the array's
     * beginning.
     */
    private int unmake(final int[] handles, final int made, final int[] batch) {
        int left = 0;
        for (int i = 0; i < made; i += batch.length) {
            final int count = Math.min(batch.length, made - i);
            System.arraycopy(handles, i, batch, 0, count);
            final int stay = tryDestroy(batch, count);
            System.arraycopy(batch, 0, handles, left, stay);
            left += stay;
        }
        return left;
    }

    private int tryDestroy(final int[] handles, final int count) {
        try {
            destroyNow(handles, count);
            return 0;
        } catch (final FrmrDestroyException e) {
            return e.left(count);
        } catch (final RuntimeException | Error e) {
            return count;
        }
    }

    private void endRefill(final int[] handles, final int kept, final int begun) {
        for (int i = 0; i < begun; i += AT_ONCE) {
            final int count = Math.min(AT_ONCE, begun - i);
            ledger.endRefill(handles, i, Math.max(0, Math.min(count, kept - i)), count);
            ledger.letWaiterIn();
        }
    }

    private int popNew() {
        StackRoom.require(StackRoom.SOME);
        final int[] handle = new int[1];
        final long found = ledger.popOrBegin();
        if (found != HandleLedger.NONE) {
            handle[0] = (int) found;
        } else {
            makeOne(handle);
        }
        try {
            if (found != HandleLedger.NONE) {
                FrmrEvents.hit(this, handle[0]);
            } else {
                FrmrEvents.miss(this, handle[0]);
            }
        } catch (final Throwable unrecorded) {
            // The handle is the caller's, recorded or not.
        }
        return handle[0];
    }

    private void makeOne(final int[] handle) {
        try {
            create(handle, 1);
        } catch (final Throwable e) {
            ledger.endPop(false);
            if (ledger.missing() > 0) {
                rearmAfter(e);
            }
            throw e;
        }
        ledger.endPop(true);
        refusals = 0;
    }

    /** Pushes a handle that finds no pass timed: times it first, for the clock may refuse. */
    private void pushFirst(final int handle) {
        StackRoom.require(StackRoom.SOME);
        if (ledger.inUse() == 0) {
            throw nothingInUse();
        }
        rearm();
        if (ledger.pushTimed(handle) == HandleLedger.REFUSED) {
            throw nothingInUse();
        }
        try {
            // The pass that was timed may have come before the handle.
            rearm();
        } catch (final Throwable e) {
            ledger.untimed = true;
        }
    }

    private void arm(final long delayNanos) {
        synchronized (timing) {
            if (timer != null) {
                timer.arm(delayNanos);
            }
        }
    }

    /** Times a pass one period from now, unless one is timed. If the clock refuses, the next push does it. */
    private void rearm() {
        ledger.untimed = true;
        synchronized (timing) {
            if (timer != null && !timer.isArmed()) {
                timer.arm(pools.agingPeriodNanos());
            }
        }
        ledger.untimed = false;
    }

    private void rearmAfter(final Throwable failure) {
        try {
            rearm();
        } catch (final Throwable e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
        }
    }

    private VerbsException nothingInUse() {
        return new VerbsException(Errno.EINVAL, "no handle of the pool is in use: " + key);
    }
}
