// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The processors of a simulated server: its service threads, and its CPU time for Receive buffers. Also connects queue
 * pairs of two simulated hosts for measurements.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.host;
