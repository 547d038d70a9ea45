// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the Receive buffer strategies with one load on simulated devices, and compares each strategy with its baseline:
 * {@code rpcrdma compare}.
 *
 * <p>{@link org.rpcrdma.bench.compare.Comparison} runs the strategies.
 * {@link org.rpcrdma.bench.compare.ComparisonResult} is the JSON result, and
 * {@link org.rpcrdma.bench.compare.ComparisonTable} prints the result as text.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.compare;
