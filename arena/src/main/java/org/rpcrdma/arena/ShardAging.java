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
 * shards by their low-water marks. As a result, frequent use of the top of a stack does not keep the unused buffers
 * below. Buffers on the stripes that were not used since the previous pass return to their shards, which does not count
 * as a use of the shards. Each endpoint does the same at its next use.
 *
 * <p>A pass is due one period after a buffer was released to the shards or to an empty stripe while no pass was due.
 * Passes repeat while objects that may age remain. A pass runs in steps. Each step holds the arena's lock for a bounded
 * time, and is postponed while another thread holds it. The timer is armed and cancelled without the arena's lock or a
 * stripe's lock, so that a blocking clock does not delay other threads.
 */
final class ShardAging {
    private static final long NANOS_IN_SECOND = 1_000_000_000L;
    private static final long NEVER = -1;
    /** The delay, in ns, before retrying a pass that could not take the arena's lock. */
    private static final long RETRY_NANOS = 1_000_000;

    private static final int YIELDS = 1000;

    private final CentralFreeList central;
    private final Shards shards;
    private final int lowWater;
    /** The timer for the passes; null if the arena has no clock. Use it only without the arena's lock. */
    private final Timer timer;

    private volatile long periodNanos;
    /** True after the arena has been closed. */
    private volatile boolean ended;
    /** True if a pass is due or in progress. The thread that sets it arms the timer. */
    private final AtomicBoolean due = new AtomicBoolean();
    /**
     * True if no buffer has been released to the shards since the last pass began. Volatile: a releasing thread clears
     * this field and then tries to set {@code due}, while a thread that ends a pass clears {@code due} and then reads
     * this field.
     */
    private volatile boolean calm;

    /** The pass in progress, or null. The arena's lock guards this field and all fields below. */
    private ShardSweep sweep;
    /** True if buffers remained on the stripes after the last pass. */
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
     * Sets the period and reschedules the next pass; 0 disables ageing. If several threads call this method, the last
     * one wins.
     */
    void setPeriod(final int seconds) {
        checkPeriod(seconds);
        if (timer == null) {
            throw new IllegalStateException("ageing requires an arena with a clock");
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

    /** Stops ageing when the arena closes. The timer is cancelled later, without the lock. */
    void end() {
        ended = true;
        calm = false;
    }

    /**
     * Cancels the timer of a closed arena. Called after each step that ran under the lock, so that a repeated close
     * retries the cancellation. Returns the step's failure or, if the step succeeded, the clock's failure.
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

    /** Schedules a pass, because buffers may have become idle. Call this method without the arena's lock. */
    void notice() {
        if (calm) {
            calm = false;
            if (due.compareAndSet(false, true)) {
                arm(periodNanos);
            }
        }
    }

    /** Schedules a step or a pass. Even if the clock fails, threads can continue to acquire and release buffers. */
    private void arm(final long nanos) {
        try {
            timer.arm(nanos);
            if (!mayAge()) {
                // Ageing was stopped concurrently.
                timer.cancel();
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            refused();
        }
    }

    /** Ensures that the next release of a buffer tries again to arm the timer, because the clock has failed. */
    private void refused() {
        due.set(false);
        calm = mayAge();
    }

    /**
     * Drains the stripes, signals the endpoints to age, and frees all idle shards immediately.
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

    /** Frees idle shards down to a minimum number of shards, beginning with the highest. Returns the number freed. */
    int giveBack(final int least, final Throwable before) {
        final ShardSweep all = central.ask(() -> new ShardSweep(shards, least, false));
        // Create the step only once. Otherwise, each attempt would allocate a step, even if memory is low.
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
     * Allows threads that wait for the lock to take it. The lock is not fair, so this thread would otherwise take it
     * again before the waiting threads do.
     */
    private void letWaitersIn() {
        for (int i = 0; i < YIELDS && central.lock.hasQueuedThreads(); i++) {
            Thread.yield();
        }
    }

    /**
     * Runs a step of a pass and schedules the next step. Device errors are reported in the figures and events. Does not
     * wait for the arena's lock, because it runs on the clock's thread, which may hold a lock of the clock.
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
            // The shard is counted as stuck. Later calls that can report the failure will retry.
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

    /** Runs a step and returns the delay until the next step, or a value that indicates that there is no next step. */
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
