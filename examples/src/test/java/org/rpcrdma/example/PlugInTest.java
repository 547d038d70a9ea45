// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.rpcrdma.arena.BufferLease;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.junit.SimulatedRdma;

/** Tests that programs with other buffer types can use the arena's buffers, as the README shows. */
@SimulatedRdma(bufferSize = 1024)
class PlugInTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void shouldReceiveDatagramsIntoTheArena(final ReceiveArena arena) throws IOException {
        final Deque<String> messages = new ArrayDeque<>();
        final Deque<BufferLease> kept = new ArrayDeque<>();
        try (DatagramChannel receiving = DatagramChannel.open().bind(ANY_PORT);
                DatagramChannel sending = DatagramChannel.open().connect(receiving.getLocalAddress())) {
            final DatagramReceiver receiver = new DatagramReceiver(receiving, arena, (lease, message) -> {
                assertEquals(lease.address(), BufferUtil.address(message));
                messages.add(StandardCharsets.UTF_8.decode(message).toString());
                if (messages.size() == 1) {
                    kept.add(lease.retain());
                }
            });
            for (final String message : new String[] {"one", "two", "three"}) {
                sending.write(ByteBuffer.wrap(message.getBytes(StandardCharsets.UTF_8)));
                receiver.receive();
            }
        }
        assertEquals("[one, two, three]", messages.toString());
        assertEquals(1, arena.figures().buffersInUse());
        assertEquals('o', kept.element().byteBuffer().get(0));
        kept.element().close();
    }

    @Test
    void shouldReleaseABufferWithTheLastReleaseInNetty(final ReceiveArena arena) {
        final BufferLease lease = arena.lease();
        lease.byteBuffer().put("call reply".getBytes(StandardCharsets.US_ASCII));
        final ByteBuf message = new ArenaByteBuf(lease, 10);

        final ByteBuf reply = message.retainedSlice(5, 5);
        assertEquals("call reply", message.toString(StandardCharsets.US_ASCII));
        assertEquals(lease.address(), BufferUtil.address(message.internalNioBuffer(0, 10)));
        assertFalse(message.release());
        assertEquals("reply", reply.toString(StandardCharsets.US_ASCII));
        assertEquals(1, arena.figures().buffersInUse());

        assertTrue(reply.release());
        assertEquals(0, arena.figures().buffersInUse());
    }

    @Test
    void shouldShowOneBufferAsByteBufferAndToAgrona(final ReceiveArena arena) {
        final UnsafeBuffer view = new UnsafeBuffer(0, 0);
        final long buffer = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(buffer);
        arena.wrap(buffer, view);

        bytes.put(1023, (byte) 7);
        assertEquals(7, view.getByte(1023));
        assertEquals(1024, bytes.capacity());
        assertEquals(1024, view.capacity());
        assertEquals(arena.address(buffer), view.addressOffset());
        arena.release(buffer);
    }

    /** Uses reflection, because the tests are compiled for JDK 17. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldShowABufferAsMemorySegment(final ReceiveArena arena) throws ReflectiveOperationException {
        final Class<?> type = Class.forName("java.lang.foreign.MemorySegment");
        try (BufferLease lease = arena.lease()) {
            final Object segment =
                    type.getMethod("ofBuffer", java.nio.Buffer.class).invoke(null, lease.byteBuffer());
            assertEquals(lease.address(), type.getMethod("address").invoke(segment));
            assertEquals(1024L, type.getMethod("byteSize").invoke(segment));
        }
    }
}
