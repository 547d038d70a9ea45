// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;

/**
 * The addresses of a connection, seen from one side.
 *
 * @param remote the peer's.
 * @param local  this side's; of a request, the address that it was sent to.
 */
public record Addresses(InetSocketAddress remote, InetSocketAddress local) {}
