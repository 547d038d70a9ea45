// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/** A call of a handler on a {@link HostLoop}: an element of the linked list of due tasks, at most once. */
public abstract class Task implements Runnable {
    Task previous;
    Task next;
    boolean isQueued;

    /** Returns a task that runs a body. */
    public static Task of(final Runnable body) {
        return new Task() {
            @Override
            public void run() {
                body.run();
            }
        };
    }
}
