// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** A queue whose events a {@link Processor} can await. */
public interface EventSource {
    /** Returns the processor that handles the queue's events. */
    Processor processor();

    /** Returns true if a poll would find something or fail. */
    boolean hasEvent();
}
