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
 * Gives idle shards of an arena back when they have aged, as FRMR pools do with handles.
 *
 * <pre>
 *   pass            pass            pass
 *    |   period      |    period     |
 *  --+-------x-------+---------------+-->
 *            |       |               |
 *        last use    marked          idle, and the mark is
 *                                    still there: given back
 * </pre>
 *
 * <p>So a shard is given back when nobody has used it for one to two periods. A pass begins with the stacks in front of
 * the shards, which age by their low-water mark, so that a hot top does not keep what lies cold below it: it returns
 * what nobody has touched on the stripes since the last pass, which does not count as a use of the shards. It asks each
 * endpoint to do the same with its next use.
 *
 * <p>A pass follows one period after a buffer was given back to the shards or to an empty stripe while no pass was
 * due, and then for as long as one leaves something that may age. It goes in steps, each of which holds the arena's
 * lock for a bounded time, and is put off while another thread has it. The timer is armed and cancelled without the
 * lock, and without a stripe's: a clock that waits holds up nobody else.
 */
final class ShardAging {
    private static final long NANOS_IN_SECOND = 1_000_000_000L;
    private static final long NEVER = -1;
    /** When a pass that found the arena's lock taken is tried again. */
    private static final long RETRY_NANOS = 1_000_000;

    private static final int YIELDS = 1000;

    private final CentralFreeList central;
    private final Shards shards;
    private final int lowWater;
    /** Null if the arena has no clock. Called without the arena's lock only. */
    private final Timer timer;

    private volatile long periodNanos;
    /** True once the arena is closed. */
    private volatile boolean ended;
    /** True if a pass is due, or under way. The thread that sets it arms the timer. */
    private final AtomicBoolean due = new AtomicBoolean();
    /**
     * True if no buffer was given back to the shards since the last pass began. Volatile: who gives one back clears
     * this and then tries to set {@code due}; who ends a pass clears {@code due} and then looks at this.
     */
    private volatile boolean calm;

    /** The pass under way; null if none is. Under the arena's lock, as all that follows. */
    private ShardSweep sweep;
    /** True if that has left buffers on stripes. */
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

    /** Sets the period and times the next pass anew; 0 ends the ageing. Of several threads, the last one decides. */
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

    /** Ends the ageing of an arena that is closed. The timer is cancelled later, without the lock. */
    void end() {
        ended = true;
        calm = false;
    }

    /**
     * Cancels the timer of an arena that is closed; called after each step under the lock, so that closing once more
     * tries again. Returns the failure of the step, or else the clock's.
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

    /** Notes an event that makes another pass worth while. Called without the arena's lock. */
    void notice() {
        if (calm) {
            calm = false;
            if (due.compareAndSet(false, true)) {
                arm(periodNanos);
            }
        }
    }

    /** Times a step or a pass. A clock that has stopped keeps nobody from acquiring and releasing. */
    private void arm(final long nanos) {
        try {
            timer.arm(nanos);
            if (!mayAge()) {
                // The ageing was ended meanwhile.
                timer.cancel();
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            refused();
        }
    }

    /** The clock has refused: the next buffer that is given back tries again. */
    private void refused() {
        due.set(false);
        calm = mayAge();
    }

    /**
     * Drains the stripes, asks endpoints for free buffers, and frees all idle shards immediately.
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

    /** Gives idle shards back, the highest first, until only a number of them are left; returns how many. */
    int giveBack(final int least, final Throwable before) {
        final ShardSweep all = central.ask(() -> new ShardSweep(shards, least, false));
        // Made once: if memory is short, each try makes a step.
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

    /** Yields to threads that wait for the lock: it is not fair, so this thread would get it again before them. */
    private void letWaitersIn() {
        for (int i = 0; i < YIELDS && central.lock.hasQueuedThreads(); i++) {
            Thread.yield();
        }
    }

    /**
     * Does a step of a pass, and times the next. The device's refusals show in the figures and events. The thread is
     * the clock's, which may hold a lock of its own: it does not wait for the arena's.
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
            // The shard is stuck: it counts as such, and is tried again by calls that can report the failure.
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

    /** Returns after how long the next step is due, or never. */
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

    /** Times the next step or pass, or waits for a buffer that is given back, unless one was in the meantime. */
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
