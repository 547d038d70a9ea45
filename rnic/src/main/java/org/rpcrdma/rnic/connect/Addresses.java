// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;

/**
 * A connection's addresses, as seen from one side.
 *
 * @param remote the peer's address.
 * @param local  this side's address; for a request, the address to which it was sent.
 */
public record Addresses(InetSocketAddress remote, InetSocketAddress local) {}
