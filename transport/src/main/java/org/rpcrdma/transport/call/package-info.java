// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: a call on the side that answers it, a server's or, in reverse direction, a client's. {@link
 * org.rpcrdma.transport.call.Call} is the call with its states, {@link org.rpcrdma.transport.call.CallDispatcher} moves
 * it: to the service, and to its answer. {@link org.rpcrdma.transport.call.CallLimits} judges its header, {@link
 * org.rpcrdma.transport.call.PayloadBudget} and {@link org.rpcrdma.transport.call.SendBudget} have it wait for memory,
 * {@link org.rpcrdma.transport.call.TransferStaging} stages its READs, WRITEs and Send, and {@link
 * org.rpcrdma.transport.call.RdmaErrors} writes ERR_CHUNK and ERR_VERS.
 */
package org.rpcrdma.transport.call;
