// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated server's processors: service threads, and the CPU time spent on Receive buffers. Also connects queue
 * pairs of two simulated hosts for measurements.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.host;
