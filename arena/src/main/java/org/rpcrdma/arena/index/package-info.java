// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: finds the lowest free buffer. A radix tree of marks ({@link org.rpcrdma.arena.index.ShardIndex}) over
 * leaves ({@link org.rpcrdma.arena.index.ShardLeaf}) with the states of buffers; the bits of handles and states; slabs
 * of memory that shards are cut from. Only for {@code org.rpcrdma.arena} and its rooms.
 */
package org.rpcrdma.arena.index;
