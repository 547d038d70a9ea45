// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;

/**
 * Waits for a side's work: by polling again and again, or for events.
 *
 * <p>A NIC completes work on its own; a device that is driven by its event loop does so only in the loop's turns. Which
 * of both it is shows itself: completions that are there right after a turn make turns more frequent, others make them
 * rare.
 */
final class Drive {
    /** Without an event for so long, the peer is gone. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    /** Polls between two turns of the loop at most. */
    private static final int MOST_POLLS = 4096;

    /** There was work at the last poll. */
    private static final int NOT_IDLE = -1;

    private final EventLoop loop;
    private final boolean spins;
    private int polls = MOST_POLLS;

    /** Polls without work since the last turn of the loop; 0 right after that. */
    private int idle;

    Drive(final EventLoop loop, final boolean spins) {
        this.loop = loop;
        this.spins = spins;
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
            } else if (idle == 0) {
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

    /** Polls once, and gives the loop a turn now and then. Returns true if there was something. */
    boolean poll(final Turn work) {
        if (work.turn() > 0) {
            adapt();
            idle = NOT_IDLE;
            return true;
        }
        idle = Math.max(0, idle) + 1;
        if (idle <= polls) {
            return false;
        }
        idle = 0;
        return loop.runOnce(0);
    }

    /** Learns from work that came after none. */
    private void adapt() {
        if (idle == 0) {
            polls = Math.max(1, polls / 2);
        } else if (idle > 0) {
            polls = Math.min(MOST_POLLS, polls * 2);
        }
    }
}
