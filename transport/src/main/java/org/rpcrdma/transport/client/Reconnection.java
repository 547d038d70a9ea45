// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * When a client connects again, as xprtrdma does: once without delay, then 5, 10, 20 and from then on 30 seconds after
 * the attempt before began; after a connection that worked from the beginning.
 */
final class Reconnection {
    private static final long FIRST_DELAY = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_DELAY = TimeUnit.SECONDS.toNanos(30);

    private final Clock clock;
    private final Timer timer;
    private long delay;
    private long begun;
    private int failures;

    Reconnection(final Clock clock, final Runnable connect) {
        this.clock = clock;
        timer = clock.newTimer(connect);
    }

    /** An attempt begins. */
    void begin() {
        timer.cancel();
        begun = clock.nanoTime();
        failures++;
    }

    /** The attempt led to a connection. */
    void succeeded() {
        failures = 0;
        delay = 0;
    }

    /** Returns the number of attempts in a row that led to none. */
    int failures() {
        return failures;
    }

    /** Sets the time of the next attempt, if it is not set already. */
    void schedule() {
        if (timer.isArmed()) {
            return;
        }
        timer.arm(Math.max(0, begun + delay - clock.nanoTime()));
        delay = delay == 0 ? FIRST_DELAY : Math.min(2 * delay, LONGEST_DELAY);
    }

    /** Forgets the failures; attempts go on as far apart as they were. */
    void giveUp() {
        failures = 0;
    }

    void cancel() {
        timer.cancel();
    }
}
