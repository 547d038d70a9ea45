// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** Called by an {@link EventLoop} when a completion queue that was armed has something to poll. */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * The queue was armed and has received a completion since. The handler polls it empty, arms it again and
     * polls once more: a completion that came in between raises no second event.
     *
     * @param queue the completion queue.
     */
    void onCompletionEvent(CompletionQueue queue);
}
