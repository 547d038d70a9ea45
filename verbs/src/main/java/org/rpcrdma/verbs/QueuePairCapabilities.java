// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The sizes of a queue pair's queues ({@code struct ibv_qp_cap}), as requested or as granted; 0 for a queue that the
 * {@link QueuePairType} lacks.
 *
 * @param maxSendWr     send work requests outstanding at most.
 * @param maxReceiveWr  Receives outstanding at most; 0 with a shared receive queue.
 * @param maxSendSge    scatter/gather elements of a send work request at most.
 * @param maxReceiveSge scatter elements of a Receive at most.
 * @param maxInlineData bytes of a message that can be posted inline.
 */
public record QueuePairCapabilities(
        int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {}
