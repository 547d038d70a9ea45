// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: finds a buffer's state and free buffers. A bitmap of marks ({@link org.rpcrdma.arena.index.ShardIndex})
 * leads to leaves ({@link org.rpcrdma.arena.index.ShardLeaf}) with the words and states of buffers; the bits of handles
 * and states. Only for {@code org.rpcrdma.arena} and its rooms.
 */
package org.rpcrdma.arena.index;
