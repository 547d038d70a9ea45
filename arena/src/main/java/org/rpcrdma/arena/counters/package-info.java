// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Shows the figures of arenas to other processes through a file in shared memory. {@link
 * org.rpcrdma.arena.counters.ArenaCounters} writes them, {@link org.rpcrdma.arena.counters.ArenaCountersSnapshot}
 * reads those of a process.
 *
 * @since 0.1.0
 */
package org.rpcrdma.arena.counters;
