// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: how many Receives a shared queue needs, from the calls that a capture's connections have in flight.
 *
 * <pre>
 * Distribution <-- NeededReceives <-- DepthReport, DepthPlot
 * </pre>
 */
package org.rpcrdma.study.depth;
