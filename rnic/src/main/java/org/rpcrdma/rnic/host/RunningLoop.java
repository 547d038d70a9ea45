// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/**
 * Holds the event loop that is running a handler. A timeline has one thread, so at most one loop of all its hosts is
 * running.
 */
public final class RunningLoop {
    private HostLoop loop;

    /** Returns the loop whose handler is running, or null. */
    HostLoop get() {
        return loop;
    }

    /** Sets the running loop, which may be null; returns the previous one. */
    HostLoop set(final HostLoop now) {
        final HostLoop before = loop;
        loop = now;
        return before;
    }
}
