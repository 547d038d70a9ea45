// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

/** A queue pair or shared receive queue whose work requests complete in a completion queue. */
public interface CompletionQueueUser {
    /** Called when the completion queue has overrun and completions are lost. */
    void completionQueueOverran();
}
