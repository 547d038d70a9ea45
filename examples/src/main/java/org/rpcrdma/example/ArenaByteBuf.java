// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import org.rpcrdma.arena.BufferLease;

/**
 * Wraps a received message for Netty without copying it. When the buffer and all of its slices have been released, the
 * memory returns to the arena.
 */
final class ArenaByteBuf extends UnpooledDirectByteBuf {
    private final BufferLease lease;

    ArenaByteBuf(final BufferLease lease, final int length) {
        super(UnpooledByteBufAllocator.DEFAULT, lease.byteBuffer(), lease.length());
        this.lease = lease;
        writerIndex(length);
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        lease.close();
    }
}
