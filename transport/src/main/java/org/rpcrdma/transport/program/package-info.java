// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Contains two RPC programs for trying out and measuring a transport.
 *
 * <p>{@link org.rpcrdma.transport.program.EchoService} returns the data of a call, either inline or in chunks.
 * {@link org.rpcrdma.transport.program.StoreService} reads and writes objects of fixed length, as a file server does.
 * {@link org.rpcrdma.transport.program.EchoProtocol} and {@link org.rpcrdma.transport.program.StoreProtocol} define the
 * messages of these programs.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.program;
