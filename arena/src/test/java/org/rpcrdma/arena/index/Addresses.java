// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import org.rpcrdma.verbs.MemoryBlock;

/** A shard's memory without bytes. */
record Addresses(long address) implements MemoryBlock {
    @Override
    public long length() {
        return 65_536;
    }

    @Override
    public ByteBuffer buffer() {
        throw new UnsupportedOperationException("addresses only");
    }

    @Override
    public void close() {}
}
