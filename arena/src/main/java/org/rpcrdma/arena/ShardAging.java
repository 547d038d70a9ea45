// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.concurrent.locks.ReentrantLock;
import org.rpcrdma.arena.cache.LocalCaches;
import org.rpcrdma.arena.cache.ThreadCache;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.Failures;
import org.rpcrdma.verbs.jvm.StackRoom;

/**
 * Gives idle shards of an arena back when they have aged, as FRMR pools do with handles.
 *
 * <pre>
 *   pass            pass            pass
 *    |   period      |    period     |
 *  --+-------x-------+---------------+-->
 *            |       |               |
 *   last buffer      found idle,     idle still, and
 *   given back       which is noted  untouched: given back
 * </pre>
 *
 * <p>So a shard is given back when it has been idle for one to two periods. A thread's stack of free buffers is aged by
 * the same passes before the shards are: one that was not touched from one to the next is taken away from the thread,
 * and its buffers go to their shards; the thread gets it again with the next buffer that does not come off it or go
 * onto it.
 *
 * <p>A pass follows one period after a buffer was given back to the shards while no pass was due, and then for as long
 * as one finds something that may age. It goes in steps, each of which holds the arena's lock for a bounded time.
 */
final class ShardAging {
    private static final long NANOS_IN_SECOND = 1_000_000_000L;
    private static final int STACKS_IN_STEP = 8;
    private static final int YIELDS = 1000;

    private final CentralFreeList shared;
    private final ReentrantLock lock;
    private final LocalCaches caches;
    private final Shards shards;
    private final int lowWater;
    /** Null if the arena cannot age. */
    private final Clock clock;
    /** Null until there is a period. */
    private Timer timer;

    /** Guards the timer, and what is said of it. Nothing is waited for while it is held. */
    private final Object timing = new Object();

    private long periodNanos;
    /** True if a pass is due, or under way. */
    private boolean due;
    /** True if no buffer was given back to the shards since the last pass began. */
    private volatile boolean calm;

    /** The pass under way; null if none is. */
    private ShardSweep sweep;

    private ThreadCache[] stacks;
    private int nextStack;
    private boolean stacksInUse;

    ShardAging(
            final CentralFreeList shared,
            final ReentrantLock lock,
            final LocalCaches caches,
            final Shards shards,
            final ArenaSettings settings) {
        this.shared = shared;
        this.lock = lock;
        this.caches = caches;
        this.shards = shards;
        lowWater = settings.lowWaterShards();
        clock = settings.clock();
        periodNanos = settings.agingPeriod() * NANOS_IN_SECOND;
        calm = clock != null && periodNanos > 0;
        timer = calm ? clock.newTimer(this::run) : null;
    }

    static void checkPeriod(final int seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException("ageing period must not be negative: seconds=" + seconds);
        }
    }

    /** Sets the period and times the next pass anew; 0 ends the ageing. */
    void setPeriod(final int seconds) {
        checkPeriod(seconds);
        if (clock == null) {
            throw new IllegalStateException("arena has no clock to age by");
        }
        synchronized (timing) {
            periodNanos = seconds * NANOS_IN_SECOND;
            calm = false;
            due = seconds > 0;
            if (timer == null && due) {
                timer = clock.newTimer(this::run);
            }
            if (timer != null) {
                timer.cancel();
            }
            if (due) {
                timer.arm(periodNanos);
            }
        }
    }

    /** Ends the ageing of an arena that is closed. */
    void stop() {
        if (clock != null) {
            setPeriod(0);
        }
    }

    /**
     * Something has happened that makes another pass worth while. Called from anywhere, with the arena's lock or
     * without.
     */
    void notice() {
        if (calm) {
            synchronized (timing) {
                if (calm && !due) {
                    due = tryArm(periodNanos);
                }
                calm = !due;
            }
        }
    }

    /** Times a pass or a step; a clock that has stopped keeps nobody from acquiring and releasing. */
    private boolean tryArm(final long nanos) {
        try {
            timer.arm(nanos);
            return true;
        } catch (final RuntimeException | Error e) {
            return false;
        }
    }

    /**
     * Gives back at once what is idle, with the buffers of all threads' stacks; returns how many shards.
     *
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    int trim() {
        final ShardSweep all;
        Throwable failure;
        shared.lock();
        try {
            shared.requireOpen();
            shared.recover();
            caches.drain(shared);
            failure = shards.removeStuck();
            all = new ShardSweep(shards, lowWater, false);
        } finally {
            lock.unlock();
        }
        boolean more = true;
        while (more) {
            shared.lock();
            try {
                more = shared.isOpen() && all.step();
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            } finally {
                lock.unlock();
            }
            letWaitersIn();
        }
        Failures.rethrow(failure);
        return all.given();
    }

    /** The lock is not fair: who has it and wants it again would get it before those who wait. */
    private void letWaitersIn() {
        for (int i = 0; i < YIELDS && lock.hasQueuedThreads(); i++) {
            Thread.yield();
        }
    }

    /** A step of a pass. What the device refuses in it the figures and events tell. */
    private void run() {
        if (lock.isHeldByCurrentThread()) {
            arm(periodNanos);
            return;
        }
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        boolean done = false;
        try {
            if (shared.isOpen() && begin()) {
                step();
            }
            done = true;
        } catch (final VerbsException e) {
            // The shard is stuck: it counts as such, and is tried again by those who can be told.
            done = true;
        } finally {
            try {
                if (!done && !timer.isArmed()) {
                    arm(periodNanos);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Begins a pass if none is under way; false if there is to be none. */
    private boolean begin() {
        synchronized (timing) {
            if (periodNanos == 0) {
                return false;
            }
            calm |= sweep == null;
        }
        if (sweep == null) {
            caches.drainDead(shared);
            sweep = new ShardSweep(shards, lowWater, true);
            stacks = caches.threads.all();
            nextStack = 0;
            stacksInUse = false;
        }
        return true;
    }

    private void step() {
        boolean more = true;
        try {
            more = ageStacks() || sweep.step();
        } finally {
            if (more) {
                arm(0);
            } else {
                end();
            }
        }
    }

    /** Looks at some more stacks. Returns true if any are left. */
    private boolean ageStacks() {
        for (int i = 0; i < STACKS_IN_STEP && nextStack < stacks.length; i++) {
            stacksInUse |= caches.age(stacks[nextStack++], shared);
        }
        return nextStack < stacks.length;
    }

    private void end() {
        final boolean again =
                stacksInUse || shards.count() > lowWater && shards.idle().areAny();
        sweep = null;
        stacks = null;
        synchronized (timing) {
            if (again || !calm) {
                arm(periodNanos);
            } else {
                due = false;
            }
        }
    }

    /** Times the next step or pass; if the clock refuses, the next buffer that is given back tries again. */
    private void arm(final long nanos) {
        synchronized (timing) {
            due = periodNanos > 0 && tryArm(nanos);
            if (!due) {
                calm = periodNanos > 0;
                sweep = null;
            }
        }
    }
}
