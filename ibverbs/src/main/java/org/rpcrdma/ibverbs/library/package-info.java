// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The functions of libibverbs, librdmacm and the C library by the Foreign Function and Memory API, with their errno
 * values.
 *
 * <p>Internal: for the packages of this artifact only. It may change at any time.
 */
package org.rpcrdma.ibverbs.library;
