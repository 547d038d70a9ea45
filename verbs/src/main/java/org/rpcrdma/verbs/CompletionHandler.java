// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** Called by an {@link EventLoop} when an armed completion queue has a completion to poll. */
@FunctionalInterface
public interface CompletionHandler {
    /**
     * Called once after an armed queue receives a completion. The handler polls until the queue is empty, arms the
     * queue again, and polls once more. The last poll is necessary because a completion that arrives before the queue
     * is armed again raises no event.
     *
     * @param queue the completion queue.
     */
    void onCompletionEvent(CompletionQueue queue);
}
