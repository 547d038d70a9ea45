// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The attributes that a shared receive queue is created with ({@code struct ibv_srq_init_attr}).
 *
 * @param maxWr  Receives outstanding at most, at least 1.
 * @param maxSge scatter elements of a Receive at most, at least 1.
 */
public record SharedReceiveQueueAttributes(int maxWr, int maxSge) {}
