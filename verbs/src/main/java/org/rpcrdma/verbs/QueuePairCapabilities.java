// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The sizes of a queue pair's queues ({@code struct ibv_qp_cap}), as requested or as granted; 0 for a queue that the
 * {@link QueuePairType} lacks.
 *
 * @param maxSendWr     maximum number of outstanding send work requests.
 * @param maxReceiveWr  maximum number of outstanding Receives; 0 with a shared receive queue.
 * @param maxSendSge    maximum number of scatter/gather elements per send work request.
 * @param maxReceiveSge maximum number of scatter elements per Receive.
 * @param maxInlineData maximum bytes of a message that can be posted inline.
 */
public record QueuePairCapabilities(
        int maxSendWr, int maxReceiveWr, int maxSendSge, int maxReceiveSge, int maxInlineData) {}
