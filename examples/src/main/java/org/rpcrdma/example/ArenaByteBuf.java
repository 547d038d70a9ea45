// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import org.rpcrdma.arena.BufferLease;

/** A received message for Netty, without a copy: its last release, or that of its last slice, gives the buffer back. */
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
