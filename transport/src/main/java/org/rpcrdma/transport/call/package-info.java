// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: handles calls on the side that answers them: a server or, for reverse calls, a client.
 * {@link org.rpcrdma.transport.call.Call} is a call with its states; {@link org.rpcrdma.transport.call.CallDispatcher}
 * passes it to the service and sends the answer. {@link org.rpcrdma.transport.call.CallLimits} checks its header,
 * {@link org.rpcrdma.transport.call.PayloadBudget} and {@link org.rpcrdma.transport.call.SendBudget} admit it when
 * enough memory is free, {@link org.rpcrdma.transport.call.TransferStaging} stages its READs, WRITEs and Send, and
 * {@link org.rpcrdma.transport.call.RdmaErrors} writes ERR_CHUNK and ERR_VERS. Classes are used on the event loop only,
 * unless they say otherwise.
 */
package org.rpcrdma.transport.call;
