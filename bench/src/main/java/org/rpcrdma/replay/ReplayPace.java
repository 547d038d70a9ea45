// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

/** Decides when a connection's calls are issued, and when it ends. The default methods wait for nothing. */
public interface ReplayPace {
    /** Issues calls as soon as they can be, and leaves after the last reply. */
    ReplayPace AT_ONCE = new ReplayPace() {};

    /**
     * The connection works.
     *
     * @param calls issues the first calls; run it once, on the connection's event loop.
     */
    default void connected(final Runnable calls) {
        calls.run();
    }

    /**
     * Returns the time between a reply and the next call.
     *
     * @return nanoseconds, 0 or more.
     */
    default long pauseNanos() {
        return 0;
    }

    /**
     * The last reply has arrived.
     *
     * @param leave ends the connection; run it once, on the connection's event loop.
     */
    default void done(final Runnable leave) {
        leave.run();
    }
}
