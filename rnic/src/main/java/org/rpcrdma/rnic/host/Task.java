// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

/**
 * A handler call that runs on a {@link HostLoop}. A task is itself a node in the list of due tasks, so it can be queued
 * only once at a time.
 */
public abstract class Task implements Runnable {
    Task previous;
    Task next;
    boolean isQueued;

    /** Creates a task that runs the given body. */
    public static Task of(final Runnable body) {
        return new Task() {
            @Override
            public void run() {
                body.run();
            }
        };
    }
}
