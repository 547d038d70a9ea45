// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.jetbrains.lincheck.datastructures.Operation;

/**
 * Checks an arena that has all its shards from the start. If the arena is closed, releasing the last buffer therefore
 * frees all shards.
 */
public class ClosingLinearizabilityTest extends ArenaLinearizability {
    /** Called by Lincheck. */
    public ClosingLinearizabilityTest() {
        super(0);
        final long[] all = new long[8];
        arena.release(all, 0, arena.tryAcquire(all, 0, all.length));
    }

    /** Returns true if every shard has been freed. */
    @Operation
    public boolean isGone() {
        return arena.figures().allocatedBytes() == 0;
    }
}
