// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The commands that read captures: {@code rpcrdma decode}, {@code rpcrdma lint} and {@code rpcrdma explain}.
 *
 * <p>The command classes are public, because the command line loads them with {@link java.util.ServiceLoader}.
 */
package org.rpcrdma.inspect;
