// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.verbs.Clock;

/**
 * The clock that measures the stages of calls. It is read once per batch of completions and once per answer from the
 * service. A stage that begins in between uses the time of the previous reading.
 */
public final class StageClock {
    private final Clock clock;
    private long last;
    private boolean isStale = true;

    public StageClock(final Clock clock) {
        this.clock = clock;
    }

    /**
     * Invalidates the current time because completions were polled or a timer has run. The next call of {@link #now()}
     * then reads the clock.
     */
    public void onEvent() {
        isStale = true;
    }

    /** Returns the time of the current event, or of a later reading during that event. */
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
