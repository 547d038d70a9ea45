// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: handles calls on the answering side, which is a server or, for reverse calls, a client.
 * {@link org.rpcrdma.transport.call.Call} represents a call and its states.
 * {@link org.rpcrdma.transport.call.CallDispatcher} passes the call to the service and sends the answer.
 * {@link org.rpcrdma.transport.call.CallLimits} checks the call's header.
 * {@link org.rpcrdma.transport.call.PayloadBudget} and {@link org.rpcrdma.transport.call.SendBudget} admit the call
 * when enough memory is free. {@link org.rpcrdma.transport.call.TransferStaging} stages the call's READs, WRITEs and
 * Send. {@link org.rpcrdma.transport.call.RdmaErrors} writes ERR_CHUNK and ERR_VERS. Unless stated otherwise, use these
 * classes on the event loop only.
 */
package org.rpcrdma.transport.call;
