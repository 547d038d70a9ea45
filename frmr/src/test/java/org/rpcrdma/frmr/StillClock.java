// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** Time that stands still, for tests that call the ageing pass themselves. */
final class StillClock implements Clock {
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
