// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: records who acquired a buffer and where it went ({@link org.rpcrdma.arena.leak.LeakTracker}), notices
 * objects that became unreachable ({@link org.rpcrdma.arena.leak.Watch}), and fills free buffers ({@link
 * org.rpcrdma.arena.leak.Poison}). Only for {@code org.rpcrdma.arena}, which words the reports.
 */
package org.rpcrdma.arena.leak;
