// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/** With memory so fragmented that the arena's only shard comes in pieces. */
public class FragmentedArenaLinearizabilityTest extends ArenaLinearizability {
    /** Made by Lincheck. */
    public FragmentedArenaLinearizabilityTest() {}
}
