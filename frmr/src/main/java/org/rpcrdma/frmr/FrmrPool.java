// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * A pool of handles with the same key. A pop returns the handle that was pushed last. An ageing pass destroys the
 * handles that have stayed in the pool for a whole period, except those needed for the pinned floor. The first pass
 * runs one period after a handle is pushed to a pool without active handles. Passes repeat every period as long as they
 * find active handles. {@link FrmrPools#pool(FrmrKey)} creates pools.
 *
 * <p>Thread-safe. Each pop, push, drop or ageing pass changes the pool and all its figures atomically. A pop or push
 * takes the pool's lock once and, unless it creates a handle, allocates nothing. A concurrent pass holds the lock only
 * while it copies at most a thousand handles. The pool holds no lock while it calls the driver or the clock.
 *
 * <p>Unless a method's description states otherwise, the method changes nothing if it throws an exception, even if the
 * exception comes from the driver or the clock.
 */
public final class FrmrPool {
    private static final int AT_ONCE = 1024;

    /** The number of consecutive passes that may fail to restore the floor. After that, passes no longer try. */
    private static final int MOST_REFUSALS = 10;

    /**
     * The maximum number of times that {@code close} checks, with a yield after each check, whether another thread has
     * finished destroying handles.
     */
    private static final int MOST_LOOKS = 1 << 20;

    /** A check counts as this many checks if it finds the other thread waiting. */
    private static final int LOOKS_IF_WAITING = 1 << 10;

    final HandleLedger ledger;
    private final FrmrPools pools;
    private final FrmrKey key;
    private final Timer timer;

    /**
     * The number of consecutive passes that failed to restore the floor. Volatile, because every thread that uses the
     * pool may reset it. If a concurrent pass overwrites a reset, one retry is lost.
     */
    private volatile int refusals;

    /**
     * True if the driver failed to create the pool's first handle and has not created a handle since. Volatile, because
     * a search for a pool reads it while another thread creates the first handle.
     */
    volatile boolean refused;

    FrmrPool(final FrmrPools pools, final FrmrKey key) {
        this.pools = pools;
        this.key = key;
        ledger = new HandleLedger(key);
        timer = pools.clock.newTimer(this::pass);
    }

    /**
     * Returns the key of the pool's handles.
     *
     * @return the key.
     */
    public FrmrKey key() {
        return key;
    }

    /**
     * Takes a handle. If the pool is empty, creates a new handle.
     *
     * @return the handle; the caller pushes or drops it.
     * @throws VerbsException the driver's errno if it cannot create a handle, or EINVAL if the pools are closed.
     */
    public int pop() {
        final long found = ledger.popOrBegin();
        if (found == HandleLedger.NONE) {
            return popNew();
        }
        FrmrEvent.hit(this, (int) found);
        return (int) found;
    }

    /**
     * Returns a handle to the pool.
     *
     * @param handle a handle that was popped from this pool and is ready for reuse; the pool takes ownership. Pushing a
     *     handle twice is not detected while other handles are in use.
     * @throws VerbsException EINVAL if no handle of the pool is in use.
     * @throws RuntimeException if the clock cannot arm an ageing pass; the caller still owns the handle.
     */
    public void push(final int handle) {
        // Schedule the pass first, because the clock may throw an exception. If the pass runs before the handle is
        // pushed, it is scheduled again.
        while (!ledger.push(handle)) {
            timePass();
        }
        FrmrEvent.push(this, handle);
    }

    /**
     * Removes a popped handle that the caller has destroyed. If this leaves the pool below its pinned floor, an
     * immediate pass restores the floor. If the clock fails to schedule this pass, the next push schedules it.
     *
     * @throws VerbsException EINVAL if no handle of the pool is in use.
     */
    public void drop() {
        if (ledger.drop() > 0) {
            refusals = 0;
            // If the clock fails, the next push schedules the pass.
            tryTimePass(0, true);
        }
    }

    /**
     * Returns the number of handles that are popped and not yet pushed or dropped.
     *
     * @return the number, 0 or more.
     */
    public int inUse() {
        return statistics().inUse();
    }

    /**
     * Returns the maximum number of handles that have been in use concurrently.
     *
     * @return the number, 0 or more.
     */
    public int maxInUse() {
        return statistics().maxInUse();
    }

    /**
     * Returns the number of queued handles, both active and inactive. This excludes the handles that an ageing pass is
     * destroying.
     *
     * @return the number, 0 or more.
     */
    public int queued() {
        return statistics().queued();
    }

    /**
     * Returns the minimum number of handles, including handles in use.
     *
     * @return the number, 0 or more.
     */
    public int pinned() {
        return statistics().pinned();
    }

    /**
     * Returns a consistent snapshot of the pool's figures.
     *
     * @return the immutable figures.
     */
    public FrmrPoolStatistics statistics() {
        return ledger.statistics();
    }

    /** Sets the floor and creates the missing handles; see {@link FrmrPools#setPinned(FrmrKey, int)}. */
    void setPinned(final int floor) {
        final int before = ledger.pin(floor);
        try {
            final FrmrEvent.Pin event = new FrmrEvent.Pin();
            event.handles = floor;
            event.commit(this);
            refusals = 0;
            refill();
            timePass(0, true);
        } catch (final VerbsException e) {
            timePassAfter(e);
            throw e;
        } catch (final RuntimeException | Error e) {
            ledger.unpin(floor, before);
            throw e;
        }
    }

    /** Reschedules the next pass. */
    void retime(final long periodNanos) {
        timePass(periodNanos, true);
    }

    /** Destroys the remaining handles of a closed pool. */
    void destroyAll() {
        try {
            timer.cancel();
        } finally {
            // Check again after each attempt: another pass may have started, or a failed pass may have left handles
            // behind.
            while (ledger.destroyer() != null || ledger.dying() > 0) {
                awaitDestroyer();
                destroyDoomed();
            }
        }
    }

    /** Waits for another thread that is destroying handles, as long as that thread makes progress. */
    private void awaitDestroyer() {
        int looks = 0;
        for (Thread other = ledger.destroyer(); other != null; other = ledger.destroyer()) {
            looks += other.getState() == Thread.State.RUNNABLE ? 1 : LOOKS_IF_WAITING;
            if (other == Thread.currentThread() || looks > MOST_LOOKS) {
                throw new VerbsException(
                        Errno.EBUSY,
                        "another thread is destroying handles: " + key + " thread=" + other.getName() + " handles="
                                + ledger.dying());
            }
            Thread.yield();
        }
    }

    /**
     * Runs an ageing pass. If the driver fails to destroy handles, retries one period later. Handles that another
     * thread's pass is about to destroy are left to that pass.
     */
    void pass() {
        try {
            age();
        } catch (final VerbsException e) {
            // An event and the statistics report the failure, and the next pass retries.
            timePass();
        } catch (final RuntimeException | Error e) {
            timePassAfter(e);
            throw e;
        }
    }

    private void age() {
        final FrmrEvent.AgingPass event = new FrmrEvent.AgingPass();
        final long destroyedBefore = statistics().destroyed();
        event.begin();
        try {
            if (ledger.beginPass()) {
                timePass();
            }
            destroyDoomed();
            keepFloor();
        } finally {
            final FrmrPoolStatistics after = statistics();
            event.destroyed = (int) (after.destroyed() - destroyedBefore);
            event.queued = after.queued();
            event.commit(this);
        }
    }

    /**
     * Creates the handles that are missing from the floor, unless the driver has failed in too many consecutive passes.
     */
    private void keepFloor() {
        final int before = refusals;
        if (before >= MOST_REFUSALS) {
            return;
        }
        refusals = before + 1;
        try {
            refill();
            refusals = 0;
        } catch (final VerbsException e) {
            if (before + 1 < MOST_REFUSALS) {
                timePass();
            }
        }
    }

    /** Destroys the doomed handles in batches, unless another thread is destroying them. */
    private void destroyDoomed() {
        final int[] handles = new int[Math.min(ledger.dying(), AT_ONCE)];
        int count = ledger.beginDestroying(handles);
        while (count > 0) {
            final Throwable refusal = destroy(handles, count);
            count = ledger.endDestroy(handles, count, left(refusal, count), refusal == null);
            FrmrPools.rethrow(refusal);
        }
    }

    /** Destroys handles through the driver. Returns the driver's exception, or null. */
    private Throwable destroy(final int[] handles, final int count) {
        FrmrEvent.Destroy event = null;
        Throwable refusal = null;
        try {
            event = new FrmrEvent.Destroy();
            event.begin();
            pools.driver.destroy(handles, count);
        } catch (final RuntimeException | Error e) {
            refusal = e;
        }
        if (event != null) {
            event.left = left(refusal, count);
            event.handles = count - event.left;
            event.commit(this);
        }
        return refusal;
    }

    /** Returns the number of handles that the driver left at the beginning of the array. */
    private static int left(final Throwable refusal, final int count) {
        if (refusal instanceof FrmrDestroyException some) {
            return Math.max(0, Math.min(some.left(), count));
        }
        return refusal == null ? 0 : count;
    }

    /** Creates either all handles that are missing from the floor or none. */
    private void refill() {
        int missing;
        int[][] batches;
        do {
            missing = ledger.missing();
            batches = batches(missing);
        } while (!ledger.beginRefill(missing));
        int made = 0;
        try {
            for (; made < batches.length; made++) {
                create(batches[made]);
            }
        } catch (final RuntimeException | Error e) {
            for (int i = 0; i < batches.length; i++) {
                final int[] batch = batches[i];
                ledger.endRefill(batch, i < made ? left(destroy(batch, batch.length), batch.length) : 0);
            }
            throw e;
        }
        for (final int[] batch : batches) {
            ledger.endRefill(batch, batch.length);
        }
        if (missing > 0) {
            timePass();
        }
    }

    private static int[][] batches(final int handles) {
        final int[][] batches = new int[(handles + AT_ONCE - 1) / AT_ONCE][];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = new int[Math.min(AT_ONCE, handles - i * AT_ONCE)];
        }
        return batches;
    }

    private void create(final int[] handles) {
        final FrmrEvent.Create event = new FrmrEvent.Create();
        event.begin();
        try {
            pools.driver.create(key, handles, handles.length);
            refused = false;
            event.handles = handles.length;
        } finally {
            event.commit(this);
        }
    }

    private int popNew() {
        final int[] handle;
        try {
            handle = new int[1];
            create(handle);
        } catch (final RuntimeException | Error e) {
            refused = statistics().created() == 0;
            if (ledger.endPop(false) > 0) {
                timePassAfter(e);
            }
            throw e;
        }
        ledger.endPop(true);
        refusals = 0;
        FrmrEvent.miss(this, handle[0]);
        return handle[0];
    }

    /** Schedules a pass one period from now, unless a pass is already scheduled. */
    private void timePass() {
        timePass(pools.agingPeriodNanos, false);
    }

    /**
     * Arms the timer for the next pass without holding a lock, because the clock may hold an internal lock while it
     * runs a pass. Concurrent threads may reach the clock in any order. Therefore, each thread afterwards checks for a
     * newer time and, if there is one, arms the timer again, so that the newest time is armed last. If the clock
     * throws, the next push arms the timer.
     */
    private void timePass(final long nanos, final boolean anew) {
        for (long wish = ledger.wish(nanos, anew); wish != 0; wish = ledger.newerWish(wish)) {
            try {
                timer.arm(ledger.wishedNanos());
            } catch (final RuntimeException | Error e) {
                ledger.refuse(wish);
                throw e;
            }
        }
    }

    /** Schedules a pass. Returns the exception that the clock threw, or null. */
    private Throwable tryTimePass(final long nanos, final boolean anew) {
        try {
            timePass(nanos, anew);
            return null;
        } catch (final RuntimeException | Error e) {
            return e;
        }
    }

    private void timePassAfter(final Throwable failure) {
        final Throwable refusal = tryTimePass(pools.agingPeriodNanos, false);
        if (refusal != null && refusal != failure) {
            failure.addSuppressed(refusal);
        }
    }
}
