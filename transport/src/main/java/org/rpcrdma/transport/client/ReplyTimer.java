// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Reports that a call has waited too long for its reply. All calls wait equally long, so the first call sent is the
 * first to be late, and one timer is enough: it is set anew when it fires, not call by call.
 */
final class ReplyTimer {
    private final Clock clock;
    private final long timeoutNanos;
    private final Timer timer;

    /**
     * @param timeoutNanos how long a reply may take; 0 if it may take forever.
     * @param onTime       looks for late calls.
     */
    ReplyTimer(final Clock clock, final long timeoutNanos, final Runnable onTime) {
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        timer = clock.newTimer(onTime);
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    /** A call goes out. */
    void start(final CallSlot slot) {
        if (timeoutNanos != 0) {
            slot.sentNanos = clock.nanoTime();
            if (!timer.isArmed()) {
                timer.arm(timeoutNanos);
            }
        }
    }

    /** Returns true if a call is late. If it is not, the timer is set for it. */
    boolean isLate(final CallSlot oldest) {
        final long left = oldest.sentNanos + timeoutNanos - clock.nanoTime();
        if (left > 0) {
            timer.arm(left);
        }
        return left <= 0;
    }

    /** No call waits. */
    void stop() {
        if (timeoutNanos != 0) {
            timer.cancel();
        }
    }
}
