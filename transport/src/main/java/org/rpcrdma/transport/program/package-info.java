// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Two RPC programs to try and to measure a transport with.
 *
 * <p>{@link org.rpcrdma.transport.program.EchoService} returns the data of a call, inline or by chunks.
 * {@link org.rpcrdma.transport.program.StoreService} reads and writes objects of fixed length, as a file server does.
 * Their messages are those of {@link org.rpcrdma.transport.program.EchoProtocol} and
 * {@link org.rpcrdma.transport.program.StoreProtocol}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.transport.program;
