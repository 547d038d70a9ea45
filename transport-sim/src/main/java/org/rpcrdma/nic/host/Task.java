// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** One call of a handler on a {@link Processor}; it waits in the processor's queue, linked in, at most once. */
public abstract class Task {
    Task previous;
    Task next;
    boolean isQueued;

    public abstract void run();
}
