// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** A clock that never advances, for tests that call the ageing pass directly. Thread-safe. */
public final class StillClock implements Clock.Shared {
    /** Creates a clock at time 0. */
    public StillClock() {}

    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new Timer() {
            @Override
            public void arm(final long delayNanos) {}

            @Override
            public boolean cancel() {
                return false;
            }

            @Override
            public boolean isArmed() {
                return true;
            }
        };
    }
}
