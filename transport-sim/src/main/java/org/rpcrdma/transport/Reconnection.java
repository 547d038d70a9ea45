/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * When a client connects again, as xprtrdma does: once without delay, then 5, 10, 20 and from then on 30 seconds after the
 * attempt before began; after a connection that worked from the beginning.
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

    /** Attempts in a row that led to none. */
    int failures() {
        return failures;
    }

    /** Sets the time of the next attempt, where it is not set already. */
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
