// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/** A queue whose events a {@link HostLoop} can await. */
public interface EventSource {
    /** Returns the loop that handles the queue's events. */
    HostLoop loop();

    /** Returns true if a poll would return a completion or fail. */
    boolean hasEvent();
}
