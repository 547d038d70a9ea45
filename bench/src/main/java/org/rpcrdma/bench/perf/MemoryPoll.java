// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** Polls memory from a timer. Event loops in virtual time need this class, because they otherwise wait for events. */
final class MemoryPoll {
    /** The time between two polls: about the time that a processor needs for one poll. */
    private static final long PERIOD_NANOS = 50;

    private final Turn look;
    private final Timer timer;
    private boolean isOver;

    MemoryPoll(final EventLoop loop, final Turn look) {
        this.look = look;
        timer = loop.newTimer(this::onTimer);
        timer.arm(PERIOD_NANOS);
    }

    private void onTimer() {
        look.turn();
        if (!isOver) {
            timer.arm(PERIOD_NANOS);
        }
    }

    void end() {
        isOver = true;
        timer.cancel();
    }
}
