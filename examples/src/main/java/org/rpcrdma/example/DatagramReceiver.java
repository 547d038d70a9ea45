// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.BiConsumer;
import org.rpcrdma.arena.BufferLease;
import org.rpcrdma.arena.ReceiveArena;

/** Receives RPC messages over UDP into the arena that RDMA also uses, so handlers deal with a single kind of buffer. */
final class DatagramReceiver {
    private final DatagramChannel channel;
    private final ReceiveArena arena;
    private final BiConsumer<BufferLease, ByteBuffer> handler;

    DatagramReceiver(
            final DatagramChannel channel,
            final ReceiveArena arena,
            final BiConsumer<BufferLease, ByteBuffer> handler) {
        this.channel = channel;
        this.arena = arena;
        this.handler = handler;
    }

    /** Receives one message. A handler that keeps the message must retain the lease: {@code lease.retain()}. */
    void receive() throws IOException {
        try (BufferLease lease = arena.lease()) {
            final ByteBuffer message = lease.byteBuffer(); // the arena's memory, into which the kernel copies directly
            channel.receive(message);
            handler.accept(lease, message.flip());
        }
    }
}
