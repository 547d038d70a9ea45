// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The attributes for creating a shared receive queue ({@code struct ibv_srq_init_attr}).
 *
 * @param maxWr  the maximum number of outstanding Receives, at least 1.
 * @param maxSge the maximum number of scatter elements per Receive, at least 1.
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge) {}
