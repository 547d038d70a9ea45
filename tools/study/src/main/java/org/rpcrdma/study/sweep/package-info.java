// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs comparisons over a grid of parameters: {@code rpcrdma sweep}. Points are shared among processes, results outlive
 * a kill, and are written as JSON, CSV and a page with plots.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.study.sweep;
