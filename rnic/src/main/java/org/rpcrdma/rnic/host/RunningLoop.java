// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/** The event loop that runs a handler now, of all hosts of a timeline: at most one, as a timeline is one thread. */
public final class RunningLoop {
    private HostLoop loop;

    /** Returns the loop whose handler runs now, or null. */
    HostLoop get() {
        return loop;
    }

    /** Notes that a handler of a loop runs, or none; returns the loop that ran before. */
    HostLoop set(final HostLoop now) {
        final HostLoop before = loop;
        loop = now;
        return before;
    }
}
