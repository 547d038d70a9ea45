// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: implements calls in the reverse direction, from a server to its client (RFC 8167).
 * {@link org.rpcrdma.transport.reverse.ReverseCaller} is the server's part, and
 * {@link org.rpcrdma.transport.reverse.ReverseResponder} is the client's part. Unless stated otherwise, use these
 * classes on the event loop only.
 */
package org.rpcrdma.transport.reverse;
