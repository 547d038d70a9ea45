// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Computes the number of Receives that a shared queue needs from the calls that a capture's connections have in flight:
 * {@code rpcrdma depth}. Internal: for use in this artifact only.
 *
 * <pre>
 * Distribution <-- NeededReceives <-- DepthReport, DepthPlot
 * </pre>
 */
package org.rpcrdma.study.depth;
