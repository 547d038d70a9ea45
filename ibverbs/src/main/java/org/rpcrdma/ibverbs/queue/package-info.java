// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Queue pairs, completion queues and shared receive queues of a real device: how they are created, changed, posted to
 * and polled.
 *
 * <pre>
 *   IbvQueuePair           posts the chains that {@code post} staged
 *     QueuePairCreation    struct ibv_qp_init_attr(_ex)
 *     QueuePairFields      struct ibv_qp_attr
 *   IbvCompletionQueue     polls and arms; its event loop notifies it of events
 *   IbvSharedReceiveQueue
 * </pre>
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.queue;
