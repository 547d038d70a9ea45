// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.junit.jupiter.api.Tag;

/** Checks an arena whose threads cache no buffers, so that every call bypasses the caches. */
@Tag("long")
public class ArenaLinearizabilityTest extends ArenaLinearizability {
    public ArenaLinearizabilityTest() {
        super(0);
    }
}
