// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Contains two RPC programs with which to try out and measure a transport.
 *
 * <p>{@link org.rpcrdma.transport.program.EchoService} returns the data of a call, either inline or in chunks. {@link
 * org.rpcrdma.transport.program.StoreService} reads and writes objects of fixed length, as a file server does. {@link
 * org.rpcrdma.transport.program.EchoProtocol} and {@link org.rpcrdma.transport.program.StoreProtocol} define their
 * messages.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.program;
