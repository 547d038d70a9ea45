// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: a call on the side that answers it, a server's or, in reverse direction, a client's. {@link
 * org.rpcrdma.transport.call.Call} is the call; {@link org.rpcrdma.transport.call.CallLimits} judges its header,
 * {@link org.rpcrdma.transport.call.PayloadBudget} has it wait for memory, {@link
 * org.rpcrdma.transport.call.ReadPuller} stages the READs of its Read list, {@link
 * org.rpcrdma.transport.call.ServiceRunner} hands it to the service, {@link org.rpcrdma.transport.call.ReplySender}
 * stages its answer and {@link org.rpcrdma.transport.call.RdmaErrors} writes ERR_CHUNK and ERR_VERS.
 */
package org.rpcrdma.transport.call;
