// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: calls in reverse direction, from a server to its client (RFC 8167).
 * {@link org.rpcrdma.transport.reverse.ReverseCaller} is the server's part,
 * {@link org.rpcrdma.transport.reverse.ReverseResponder} the client's. Classes are used on the event loop only, unless
 * they say otherwise.
 */
package org.rpcrdma.transport.reverse;
