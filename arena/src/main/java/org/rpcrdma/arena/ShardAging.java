// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.arena.jvm.StackRoom;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * Frees an arena's idle shards when they have aged, as FRMR pools do with handles.
 *
 * <pre>
 *   pass            pass            pass
 *    |   period      |    period     |
 *  --+-------x-------+---------------+-->
 *            |       |               |
 *        last use    marked          idle, and still
 *                                    marked: freed
 * </pre>
 *
 * <p>A shard is freed when it has been unused for one to two periods. A pass first ages the stacks in front of the
 * shards by their low-water marks, so that frequent use of a stack's top does not keep the unused buffers below. It
 * returns buffers of the stripes that have not been used since the previous pass to their shards, which does not count
 * as a use of the shards, and requests each endpoint to do the same at its next use.
 *
 * <p>A pass is due one period after a buffer was released to the shards or to an empty stripe while no pass was due.
 * Passes repeat while objects that may age remain. A pass runs in steps. Each step holds the arena's lock for a bounded
 * time, and is postponed while another thread holds it. The timer is armed and cancelled without the arena's lock or a
 * stripe's lock, so that a blocking clock does not delay other threads.
 */
final class ShardAging {
    private static final long NANOS_IN_SECOND = 1_000_000_000L;
    private static final long NEVER = -1;
    /** The delay, in ns, after which a pass that found the arena's lock taken is retried. */
    private static final long RETRY_NANOS = 1_000_000;

    private static final int YIELDS = 1000;

    private final CentralFreeList central;
    private final Shards shards;
    private final int lowWater;
    /** The timer of the passes; null if the arena has no clock. Call it only without the arena's lock. */
    private final Timer timer;

    private volatile long periodNanos;
    /** True after the arena has been closed. */
    private volatile boolean ended;
    /** True if a pass is due or in progress. The thread that sets it arms the timer. */
    private final AtomicBoolean due = new AtomicBoolean();
    /**
     * True if no buffer has been released to the shards since the last pass began. Volatile: a releasing thread clears
     * this, then tries to set {@code due}; a thread that ends a pass clears {@code due}, then reads this.
     */
    private volatile boolean calm;

    /** The pass in progress, or null. This field and all fields below are guarded by the arena's lock. */
    private ShardSweep sweep;
    /** True if buffers remained on stripes after the pass. */
    private boolean isMoreOnStripes;

    ShardAging(final CentralFreeList central, final ArenaSettings settings) {
        this.central = central;
        shards = central.shards;
        lowWater = settings.lowWaterShards;
        timer = settings.clock == null ? null : settings.clock.newTimer(this::run);
        periodNanos = settings.agingPeriod * NANOS_IN_SECOND;
        calm = mayAge();
    }

    private boolean mayAge() {
        return timer != null && periodNanos > 0 && !ended;
    }

    static void checkPeriod(final int seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("ageing period must not be negative: seconds=" + seconds);
        }
    }

    /**
     * Sets the period and reschedules the next pass; 0 disables ageing. If several threads do so, the last one wins.
     */
    void setPeriod(final int seconds) {
        checkPeriod(seconds);
        if (timer == null) {
            throw new IllegalStateException("arena has no clock to age by");
        }
        periodNanos = seconds * NANOS_IN_SECOND;
        long nanos;
        do {
            nanos = periodNanos;
            calm = false;
            due.set(nanos > 0);
            try {
                if (mayAge()) {
                    timer.arm(nanos);
                } else {
                    timer.cancel();
                }
            } catch (final RuntimeException | OutOfMemoryError e) {
                refused();
                throw e;
            }
        } while (nanos != periodNanos);
    }

    /** Stops the ageing of a closed arena. The timer is cancelled later, without the lock. */
    void end() {
        ended = true;
        calm = false;
    }

    /**
     * Cancels the timer of a closed arena. Called after each step that ran under the lock, so that another close
     * retries. Returns the step's failure or, if there is none, the clock's.
     */
    Throwable cancelIfEnded(final Throwable failure) {
        if (ended && timer != null) {
            try {
                timer.cancel();
            } catch (final RuntimeException | Error e) {
                return Failures.join(failure, e);
            }
        }
        return failure;
    }

    /** Schedules a pass, because buffers may have become idle. Called without the arena's lock. */
    void notice() {
        if (calm) {
            calm = false;
            if (due.compareAndSet(false, true)) {
                arm(periodNanos);
            }
        }
    }

    /** Schedules a step or a pass. A failing clock does not prevent threads from acquiring and releasing. */
    private void arm(final long nanos) {
        try {
            timer.arm(nanos);
            if (!mayAge()) {
                // The ageing was ended concurrently.
                timer.cancel();
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            refused();
        }
    }

    /** Lets the next release of a buffer retry to arm the timer, because the clock has failed. */
    private void refused() {
        due.set(false);
        calm = mayAge();
    }

    /**
     * Drains the stripes, requests endpoints to age, and frees all idle shards immediately.
     *
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    ArenaTrim trim() {
        final Throwable failure = central.ask(() -> {
            central.requireOpen();
            shards.stacks.age(central);
            shards.stacks.stripes.drain(central);
            return shards.removeStuck();
        });
        final int freed = giveBack(lowWater, failure);
        return central.ask(() -> {
            final int idle = shards.countIdle();
            final int inUse = central.holds.shardsOut();
            return new ArenaTrim(freed, inUse, Math.max(0, shards.present.cardinality() - idle - inUse), idle);
        });
    }

    /** Frees idle shards, the highest first, down to a minimum number of shards. Returns the number freed. */
    int giveBack(final int least, final Throwable before) {
        final ShardSweep all = central.ask(() -> new ShardSweep(shards, least, false));
        // Created once, because each attempt would allocate a step if memory is short.
        final Supplier<Boolean> step = () -> central.isOpen() && all.step();
        Throwable failure = before;
        boolean more = true;
        while (more) {
            try {
                more = central.ask(step);
            } catch (final RuntimeException | OutOfMemoryError e) {
                failure = Failures.join(failure, e);
            }
            letWaitersIn();
        }
        Failures.rethrow(failure);
        return all.given;
    }

    /**
     * Lets threads that wait for the lock take it. The lock is not fair, so this thread would otherwise take it again
     * before them.
     */
    private void letWaitersIn() {
        for (int i = 0; i < YIELDS && central.lock.hasQueuedThreads(); i++) {
            Thread.yield();
        }
    }

    /**
     * Runs a step of a pass and schedules the next step. Device errors appear in the figures and events. Because the
     * clock's thread, which may hold a lock of the clock, runs this method, it does not wait for the arena's lock.
     */
    private void run() {
        long next = RETRY_NANOS;
        final boolean isWithin = central.lock.isHeldByCurrentThread();
        try {
            StackRoom.require();
            if (!isWithin && central.lock.tryLock()) {
                next = step();
            }
        } catch (final VerbsException e) {
            // The shard is stuck and counted as stuck; calls that can report the failure will retry.
            next = 0;
        } catch (final RuntimeException | OutOfMemoryError e) {
            next = sweep == null ? periodNanos : 0;
            throw e;
        } catch (final Error e) {
            throw shards.stacks.failed(e);
        } finally {
            if (!isWithin && central.lock.isHeldByCurrentThread()) {
                central.lock.unlock();
            }
            rest(next);
        }
    }

    /** Runs a step and returns the delay until the next one, or a value that means never. */
    private long step() {
        if (!mayAge() || !central.isOpen()) {
            calm = mayAge();
            return NEVER;
        }
        if (sweep == null) {
            calm = true;
            isMoreOnStripes = shards.stacks.age(central);
            sweep = new ShardSweep(shards, lowWater, true);
        }
        if (sweep.step()) {
            return 0;
        }
        final boolean mayAgeMore = isMoreOnStripes || sweep.left > 0 && shards.totals.shards() > lowWater;
        sweep = null;
        return mayAgeMore ? periodNanos : NEVER;
    }

    /**
     * Schedules the next step or pass. If none is needed, waits for a release, unless a release has occurred in the
     * meantime.
     */
    private void rest(final long next) {
        try {
            if (next != NEVER) {
                arm(next);
            } else {
                due.set(false);
                if (!calm && mayAge() && due.compareAndSet(false, true)) {
                    arm(periodNanos);
                }
            }
        } catch (final Error e) {
            throw shards.stacks.failed(e);
        }
    }
}
