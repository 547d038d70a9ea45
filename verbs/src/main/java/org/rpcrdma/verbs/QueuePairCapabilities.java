// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The sizes of a queue pair's queues ({@code struct ibv_qp_cap}), as requested or as granted; 0 for a queue that the
 * {@link QueuePairType} lacks.
 *
 * @param maxSendWr     the maximum number of outstanding send work requests.
 * @param maxReceiveWr  the maximum number of outstanding Receives; 0 with a shared receive queue.
 * @param maxSendSge    the maximum number of scatter/gather elements per send work request.
 * @param maxReceiveSge the maximum number of scatter elements per Receive.
 * @param maxInlineData the maximum number of bytes of a message that can be posted inline.
 */
public record QueuePairCapabilities(
        int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {}
