// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;

/**
 * Waits for a side's work: by polling again and again, or for events.
 *
 * <p>A NIC completes work on its own: its loop has a turn now and then, for connections and timers. A device that is
 * {@linkplain EventLoop#drivesDevice() driven by its loop} gets a turn after each poll that found nothing.
 */
final class Drive {
    /** Without an event for so long, the peer is gone. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /** Polls without work between two turns of the loop of a device that works on its own. */
    private static final int POLLS = 4096;

    /**
     * A loop that drives its device waits in one of so many turns. The others are a step each: what that brings is
     * polled next.
     */
    private static final int STEPS = 32;
    /** How long it waits then, so that it yields to other threads if it has found nothing to do. */
    private static final long WAIT_NANOS = 1000;

    private final EventLoop loop;
    private final boolean spins;
    private final int polls;
    /** Turns from one wait to the next, and how long that is. */
    private final int steps;

    private final long waitNanos;

    /** Polls without work since the last turn of the loop, or since work; 0 right after a turn. */
    private int idle;

    /** Turns that the loop was given. */
    private int turns;

    Drive(final EventLoop loop, final boolean spins) {
        this.loop = loop;
        this.spins = spins;
        final boolean drivesDevice = loop.drivesDevice();
        polls = drivesDevice ? 1 : POLLS;
        steps = drivesDevice ? STEPS : 1;
        waitNanos = drivesDevice ? WAIT_NANOS : 0;
    }

    boolean spins() {
        return spins;
    }

    /**
     * Works until something is so. It reads the clock after turns of the loop only: only the messages are measured.
     *
     * @param awaited names the outstanding messages and their peer.
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

    /** Polls once, and gives the loop a turn if it is time. Returns true if there was something. */
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
