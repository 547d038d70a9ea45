// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The functions of libibverbs, librdmacm and the C library, which are called with the Foreign Function and Memory API,
 * and the errno values that they return.
 *
 * <p>Internal: only for this artifact's packages. May change at any time.
 */
package org.rpcrdma.ibverbs.library;
