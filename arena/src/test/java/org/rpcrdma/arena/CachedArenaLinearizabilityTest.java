// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.junit.jupiter.api.Tag;

/** With threads that cache buffers, which other threads take at the limit and when the arena closes. */
@Tag("long")
public class CachedArenaLinearizabilityTest extends ArenaLinearizability {
    public CachedArenaLinearizabilityTest() {
        super(2);
    }
}
