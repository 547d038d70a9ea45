// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the pools, regions and arenas of running JVMs: {@code rpcrdma frmr}, {@code statistic} and {@code stat}.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.jvm;
