/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.example;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.BiConsumer;
import org.rpcrdma.arena.BufferLease;
import org.rpcrdma.arena.ReceiveArena;

/** Receives RPC messages over UDP into the arena that RDMA receives into: one kind of buffer for whoever handles them. */
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

    /** Receives one message; a handler that wants to keep it takes a lease of its own: {@code lease.retain()}. */
    void receive() throws IOException {
        try (BufferLease lease = arena.lease()) {
            final ByteBuffer message = lease.byteBuffer(); // the arena's memory: the only copy is the kernel's
            channel.receive(message);
            handler.accept(lease, message.flip());
        }
    }
}
