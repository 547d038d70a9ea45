// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/**
 * The event loop that is currently running a handler. A timeline has one thread, so at most one loop of all its hosts
 * can be running.
 */
public final class RunningLoop {
    private HostLoop loop;

    /** Returns the loop that is running a handler, or null. */
    HostLoop get() {
        return loop;
    }

    /** Sets the running loop, which may be null, and returns the previous one. */
    HostLoop set(final HostLoop now) {
        final HostLoop before = loop;
        loop = now;
        return before;
    }
}
