// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * What a shared receive queue is created with ({@code struct ibv_srq_init_attr_ex}).
 *
 * @param maxWr     Receives outstanding at most, at least 1.
 * @param maxSge    scatter elements of a Receive at most, at least 1.
 * @param xrcDomain its domain where it serves XRC queue pairs, or null.
 * @param queue     where its finished Receives are reported where it serves XRC queue pairs, or null: those of others
 *                  are reported in the queue of the queue pair that took them.
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge, XrcDomain xrcDomain, CompletionQueue queue) {
    /**
     * Attributes of a queue that does not serve XRC.
     *
     * @param maxWr  Receives outstanding at most, at least 1.
     * @param maxSge scatter elements of a Receive at most, at least 1.
     */
    public SharedReceiveQueueAttributes(final int maxWr, final int maxSge) {
        this(maxWr, maxSge, null, null);
    }
}
