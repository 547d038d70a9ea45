// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The device contract of this library: verbs as in libibverbs.
 *
 * <p>A {@link org.rpcrdma.verbs.Device} creates protection domains, completion queues, DMA mappings and connections.
 * The caller stages work requests in reusable chains, {@link org.rpcrdma.verbs.SendRequests} and
 * {@link org.rpcrdma.verbs.ReceiveRequests}, and posts them to a {@link org.rpcrdma.verbs.QueuePair}. A
 * {@link org.rpcrdma.verbs.CompletionQueue} fills a reusable batch of {@link org.rpcrdma.verbs.Completions}. On this
 * data path, addresses, iovas and work-request ids are {@code long}, keys are {@code int}, and nothing is allocated.
 *
 * <p>There are three separate error domains: the errno of a call that failed synchronously
 * ({@link org.rpcrdma.verbs.VerbsException}), the status of a work completion
 * ({@link org.rpcrdma.verbs.CompletionStatus}), and connection events ({@link org.rpcrdma.verbs.ConnectionHandler}).
 *
 * <p>Unless its documentation states otherwise, an object belongs to the {@link org.rpcrdma.verbs.EventLoop} for which
 * it was created. Use the object only on that loop's thread.
 *
 * @since 0.1.0
 */
package org.rpcrdma.verbs;
