// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/** A manual clock that runs a hook before it reads the time and before it arms or cancels a timer. */
final class HookedClock implements Clock.Shared {
    final ManualClock hand = new ManualClock();
    Runnable onTime = () -> {};
    Runnable onArm = () -> {};
    Runnable onCancel = () -> {};

    HookedClock onAll(final Runnable hook) {
        onTime = hook;
        onArm = hook;
        onCancel = hook;
        return this;
    }

    @Override
    public long nanoTime() {
        onTime.run();
        return hand.nanoTime();
    }

    @Override
    public Timer newTimer(final Runnable task) {
        final Timer timer = hand.newTimer(task);
        return new Timer() {
            @Override
            public void arm(final long delayNanos) {
                onArm.run();
                timer.arm(delayNanos);
            }

            @Override
            public boolean cancel() {
                onCancel.run();
                return timer.cancel();
            }

            @Override
            public boolean isArmed() {
                return timer.isArmed();
            }
        };
    }
}
