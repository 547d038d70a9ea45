// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: records the holders of buffers ({@link org.rpcrdma.arena.leak.LeakTracker}), detects objects that become
 * unreachable ({@link org.rpcrdma.arena.leak.Watch}), and fills free buffers with poison
 * ({@link org.rpcrdma.arena.leak.Poison}). For {@code org.rpcrdma.arena} only, which writes the reports.
 */
package org.rpcrdma.arena.leak;
