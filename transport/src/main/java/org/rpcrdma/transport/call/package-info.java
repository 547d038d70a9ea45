// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: a call on the side that answers it, a server or, in reverse direction, a client.
 * {@link org.rpcrdma.transport.call.Call} is the call with its states;
 * {@link org.rpcrdma.transport.call.CallDispatcher} passes it to the service and then to its answer.
 * {@link org.rpcrdma.transport.call.CallLimits} checks its header, {@link org.rpcrdma.transport.call.PayloadBudget} and
 * {@link org.rpcrdma.transport.call.SendBudget} admit it when memory is free,
 * {@link org.rpcrdma.transport.call.TransferStaging} stages its READs, WRITEs and Send, and
 * {@link org.rpcrdma.transport.call.RdmaErrors} writes ERR_CHUNK and ERR_VERS. Classes are used on the event loop only,
 * unless they say otherwise.
 */
package org.rpcrdma.transport.call;
