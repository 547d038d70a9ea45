// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.junit.jupiter.api.Tag;

/**
 * Checks an arena whose threads cache buffers. Other threads reclaim these buffers when the arena reaches its limit and
 * when it closes.
 */
@Tag("long")
public class CachedArenaLinearizabilityTest extends ArenaLinearizability {
    public CachedArenaLinearizabilityTest() {
        super(2);
    }
}
