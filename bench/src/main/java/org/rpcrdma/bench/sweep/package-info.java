// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A grid of comparisons: its points, a part of them a process, what came of them kept so that it outlives a kill, and the
 * results, as JSON, CSV and a page with plots. What a point is, and how it is run, only the command knows: settings
 * go in, JSON comes out.
 */
package org.rpcrdma.bench.sweep;
