// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.junit.jupiter.api.Tag;

/** Checks an arena whose memory is so fragmented that its only shard consists of pieces. */
@Tag("long")
public class FragmentedArenaLinearizabilityTest extends ArenaLinearizability {
    /** Called by Lincheck. */
    public FragmentedArenaLinearizabilityTest() {}
}
