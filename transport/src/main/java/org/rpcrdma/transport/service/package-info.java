// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Services for demonstrations and tests, as ONC RPC programs (RFC 5531): one that answers what it gets, and a store
 * whose READ and WRITE move their data by chunks. Their clients stage calls with {@link
 * org.rpcrdma.transport.service.EchoProtocol} and {@link org.rpcrdma.transport.service.StoreProtocol}, which say how
 * messages look.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.service;
