// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Schedules a client's attempts to connect, as in xprtrdma. The first attempt starts without delay. The next three
 * attempts start 5, 10 and 20 seconds after the previous attempt began, and all others start 30 seconds after the
 * previous attempt began. An established connection resets the delay.
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

    /** Records that an attempt to connect is starting. */
    void begin() {
        timer.cancel();
        begun = clock.nanoTime();
        failures++;
    }

    /** Records that an attempt has established a connection. */
    void succeeded() {
        failures = 0;
        delay = 0;
    }

    /** Returns the number of consecutive failed attempts. */
    int failures() {
        return failures;
    }

    /** Schedules the next attempt, unless an attempt is already scheduled. */
    void schedule() {
        if (timer.isArmed()) {
            return;
        }
        timer.arm(Math.max(0, begun + delay - clock.nanoTime()));
        delay = delay == 0 ? FIRST_DELAY : Math.min(2 * delay, LONGEST_DELAY);
    }

    /** Resets the number of failed attempts but not the delay. */
    void giveUp() {
        failures = 0;
    }

    void cancel() {
        timer.cancel();
    }
}
