// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.verbs.Clock;

/**
 * The clock of the stages of calls. It is read once for all completions of a poll, and where a service has answered:
 * what began in between began at the reading before.
 */
public final class StageClock {
    private final Clock clock;
    private long last;
    private boolean isStale = true;

    public StageClock(final Clock clock) {
        this.clock = clock;
    }

    /** Completions were polled, or a timer has run: the next who asks reads the clock. */
    public void onEvent() {
        isStale = true;
    }

    /** Returns the time of the event that is being handled, or of a later reading. */
    public long now() {
        return isStale ? read() : last;
    }

    /** Reads the clock. */
    public long read() {
        isStale = false;
        last = clock.nanoTime();
        return last;
    }
}
