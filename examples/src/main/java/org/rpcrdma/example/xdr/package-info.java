// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes XDR (RFC 4506) in place.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.example.xdr;
