// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Models a simulated server's processors: the service threads, and the CPU time spent on Receive buffers. Also connects
 * the queue pairs of two simulated hosts for measurements.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.host;
