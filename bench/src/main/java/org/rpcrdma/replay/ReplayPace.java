// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

/**
 * Schedules a connection's calls and its disconnection. The default methods do not wait. All methods are called on the
 * connection's event loop.
 */
public interface ReplayPace {
    /** Issues calls as soon as possible and disconnects after the last reply. */
    ReplayPace AT_ONCE = new ReplayPace() {};

    /**
     * Called when the connection is established.
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
     * Called when the last reply has arrived.
     *
     * @param leave ends the connection; run it once, on the connection's event loop.
     */
    default void done(final Runnable leave) {
        leave.run();
    }
}
