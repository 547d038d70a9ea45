// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** What has its completions in a completion queue. */
interface CompletionQueueUser {
    /** The queue overran: completions are lost. */
    void completionQueueOverran();
}
