// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

/**
 * A node of the {@link ShardIndex} above the lowest level. Children are added by one thread at a time, and found
 * through a mark that was set afterwards.
 */
final class IndexBranch extends IndexNode {
    final IndexNode[] children = new IndexNode[FANOUT];

    IndexBranch(final int shift, final int position, final IndexNode parent) {
        super(shift, position, parent);
    }
}
