// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;

/**
 * Waits for work, either by polling or by waiting for events.
 *
 * <p>A NIC makes progress without the event loop, so the loop runs only occasionally, for connections and timers. If
 * {@linkplain EventLoop#drivesDevice() the loop drives the device}, it runs after each poll that finds no work.
 */
final class Drive {
    /** The peer is considered gone after this time without events. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /**
     * The number of polls without work between two runs of the loop, for a device that makes progress without its loop.
     */
    private static final int POLLS = 4096;

    /**
     * A loop that drives its device waits once in this many runs. In the other runs it takes one step, whose result the
     * next poll finds.
     */
    private static final int STEPS = 32;
    /** The duration of a wait in virtual time. */
    private static final long VIRTUAL_WAIT_NANOS = 1000;
    /**
     * The duration of a wait in real time, during which other threads can run. A loop that waits does not return when a
     * message arrives, so the wait is shorter than a poll.
     */
    private static final long WAIT_NANOS = 100;

    private final EventLoop loop;
    private final boolean spins;
    private final int polls;
    /** The number of runs of the loop per wait. */
    private final int steps;

    private final long waitNanos;

    /** The number of polls without work since the loop last ran or work was found. */
    private int idle;

    /** The number of runs of the loop. */
    private int turns;

    Drive(final EventLoop loop, final boolean spins) {
        this.loop = loop;
        this.spins = spins;
        final boolean drivesDevice = loop.drivesDevice();
        polls = drivesDevice ? 1 : POLLS;
        steps = drivesDevice ? STEPS : 1;
        final long wait = loop.isVirtual() ? VIRTUAL_WAIT_NANOS : WAIT_NANOS;
        waitNanos = drivesDevice ? wait : 0;
    }

    boolean spins() {
        return spins;
    }

    /**
     * Works until a condition holds. Reads the clock only after the loop has run, so that reading it does not affect
     * the measurement.
     *
     * @param awaited describes the outstanding messages and their peer.
     * @throws IllegalStateException if nothing happens for 30 seconds.
     */
    void until(final BooleanSupplier isDone, final Turn work, final Supplier<String> awaited) {
        long quietSince = loop.nanoTime();
        boolean wasQuiet = true;
        while (!isDone.getAsBoolean()) {
            if (!spins) {
                requireProgress(loop.runOnce(PATIENCE_NANOS), awaited);
            } else if (poll(work)) {
                wasQuiet = false;
            } else if (idle == 0 && turns % steps == 0) {
                final long now = loop.nanoTime();
                quietSince = wasQuiet ? quietSince : now;
                wasQuiet = true;
                requireProgress(now - quietSince < PATIENCE_NANOS, awaited);
            }
        }
    }

    private static void requireProgress(final boolean isLive, final Supplier<String> awaited) {
        if (!isLive) {
            throw new IllegalStateException(
                    "nothing happened for " + PATIENCE_NANOS / 1_000_000_000 + " seconds: " + awaited.get());
        }
    }

    /** Polls once, and runs the loop if it is due. Returns true if there was work. */
    boolean poll(final Turn work) {
        if (work.turn() > 0) {
            return true;
        }
        idle++;
        if (idle < polls) {
            return false;
        }
        idle = 0;
        turns++;
        return loop.runOnce(turns % steps == 0 ? waitNanos : 0);
    }
}
