// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads captures: {@code rpcrdma decode}, {@code rpcrdma lint} and {@code rpcrdma explain}.
 *
 * <p>Its command classes are public for the command line, which finds them as services.
 */
package org.rpcrdma.inspect;
