// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Detects calls that wait too long for their replies. All calls have the same timeout, so the call that was sent first
 * expires first. Therefore, a single timer suffices. It is rearmed when it fires rather than for each call.
 */
final class ReplyTimer {
    private final Clock clock;
    private final long timeoutNanos;
    private final Timer timer;

    /**
     * Creates an unarmed timer.
     *
     * @param timeoutNanos the reply timeout; 0 means no timeout.
     * @param onTime       checks for late calls.
     */
    ReplyTimer(final Clock clock, final long timeoutNanos, final Runnable onTime) {
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        timer = clock.newTimer(onTime);
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    /** Starts the timeout of a call that is being sent. */
    void start(final CallSlot slot) {
        if (timeoutNanos != 0) {
            slot.sentNanos = clock.nanoTime();
            if (!timer.isArmed()) {
                timer.arm(timeoutNanos);
            }
        }
    }

    /** Returns true if a call is late. Otherwise, arms the timer for the call and returns false. */
    boolean isLate(final CallSlot oldest) {
        final long left = oldest.sentNanos + timeoutNanos - clock.nanoTime();
        if (left > 0) {
            timer.arm(left);
        }
        return left <= 0;
    }

    /** Stops the timer because no call is waiting for a reply. */
    void stop() {
        if (timeoutNanos != 0) {
            timer.cancel();
        }
    }
}
