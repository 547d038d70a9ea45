// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** One call of a handler on a {@link Processor}; it waits in the processor's queue, linked in, at most once. */
abstract class Task {
    Task previous;
    Task next;
    boolean isQueued;

    abstract void run();
}
