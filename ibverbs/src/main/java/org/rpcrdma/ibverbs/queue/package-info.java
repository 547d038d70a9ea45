// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A real device's queue pairs, completion queues and shared receive queues: creating, modifying, posting and polling.
 *
 * <pre>
 *   IbvQueuePair           posts the chains that {@code post} staged
 *     QueuePairCreation    struct ibv_qp_init_attr(_ex)
 *     QueuePairFields      struct ibv_qp_attr
 *   IbvCompletionQueue     polls and arms; its event loop notifies it of events
 *   IbvSharedReceiveQueue
 * </pre>
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.queue;
