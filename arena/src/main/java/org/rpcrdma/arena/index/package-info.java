// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: finds free buffers and the states of buffers. A summary bitmap ({@link org.rpcrdma.arena.index.ShardIndex})
 * points to the leaves ({@link org.rpcrdma.arena.index.ShardLeaf}), which contain the bitmap words and the buffers'
 * states. This package also defines the bits of handles and states. For {@code org.rpcrdma.arena} and its subpackages
 * only.
 */
package org.rpcrdma.arena.index;
