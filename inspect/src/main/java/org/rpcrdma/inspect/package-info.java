// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads captures: {@code rpcrdma decode} and {@code rpcrdma lint}.
 *
 * <p>Its command classes are public for the command line, which finds them as services.
 */
package org.rpcrdma.inspect;
