// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs comparisons over a grid of parameters: {@code rpcrdma sweep}. Several processes can share the points. Results
 * survive a kill, and are written as JSON, CSV and a page with plots.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.study.sweep;
