// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ArenaLeak;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.HostMemory;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.LeakListener;
import org.rpcrdma.arena.ReceiveArena;

/** Tests that free buffers are filled with a pattern, and that a write to a free buffer is detected. */
class PoisonTest {
    private final List<String> errors = new ArrayList<>();
    private final LeakListener listener = new LeakListener() {
        @Override
        public void leaked(final ArenaLeak leak) {
            errors.add(leak.description());
        }

        @Override
        public void writtenWhileFree(final IllegalStateException error) {
            errors.add(error.getMessage());
        }
    };

    private ReceiveArena open(final LeakDetection level) {
        return new ReceiveArena(HostMemory.arena()
                .leakDetection(level)
                .poisonReleased(true)
                .bufferSize(192)
                .shardSize(4096)
                .leakListener(listener));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFillWhatIsFree(final LeakDetection level) {
        final ReceiveArena arena = open(level);
        final long handle = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        assertPoisoned(bytes);
        bytes.put(0, new byte[192]);
        arena.release(handle);
        assertPoisoned(bytes);
        final long[] handles = new long[21];
        assertEquals(21, arena.tryAcquire(handles, 0, 21));
        for (final long one : handles) {
            arena.byteBuffer(one).put(0, (byte) one);
        }
        arena.release(handles, 0, 21);
        assertPoisoned(bytes);
        arena.close();
        assertEquals(List.of(), errors);
    }

    private static void assertPoisoned(final ByteBuffer bytes) {
        for (int i = 0; i < bytes.capacity(); i++) {
            assertEquals(ReceiveArena.POISON, bytes.get(i), "offset=" + i);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportAWriteAfterTheRelease(final LeakDetection level) {
        for (final int offset : new int[] {0, 1, 7, 8, 100, 191}) {
            final ReceiveArena arena = open(level);
            final long other = arena.acquire();
            final long handle = arena.acquire();
            final ByteBuffer bytes = arena.byteBuffer(handle);
            arena.release(handle);
            bytes.put(offset, (byte) 0xAB);
            final long again = arena.acquire();
            final String by = Thread.currentThread().getName();
            final String told =
                    "buffer was written while it was free: arenaId=" + arena.id() + " shard=0 slot=1 offset="
                            + offset + " byte=0xab"
                            + (level == LeakDetection.PARANOID ? " acquiredBy=" + by + " releasedBy=" + by : "");
            assertEquals(List.of(told), errors);
            errors.clear();
            arena.release(other);
            arena.release(again);
            arena.close();
        }
    }

    @Test
    void shouldReportAWriteToAFreeBuffer() {
        final ReceiveArena arena = open(LeakDetection.SIMPLE);
        final long handle = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        org.agrona.UnsafeApi.putByte(org.agrona.BufferUtil.address(bytes) + 192, (byte) 1);
        arena.release(handle);
        arena.close();
        assertEquals(1, errors.size());
        assertTrue(errors.get(0).contains(" slot=1 offset=0 byte=0x1"), errors.get(0));
    }

    @Test
    void shouldFindOutThroughAnEndpointAndInBatches() {
        final ReceiveArena arena = open(LeakDetection.DISABLED);
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 4);
        final long handle = endpoint.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        endpoint.release(handle);
        bytes.put(3, (byte) 1);
        endpoint.release(endpoint.acquire());
        assertEquals(1, errors.size());
        bytes.put(4, (byte) 1);
        final long[] handles = new long[4];
        assertEquals(4, endpoint.tryAcquire(handles, 0, 4));
        assertEquals(2, errors.size());
        endpoint.release(handles, 0, 4);
        endpoint.close();
        arena.close();
        assertEquals(2, errors.size());
    }

    @Test
    void shouldAcquireAlsoIfTheListenerFails() {
        final List<String> told = new ArrayList<>();
        final ReceiveArena arena =
                new ReceiveArena(HostMemory.arena().poisonReleased(true).leakListener(new LeakListener() {
                    @Override
                    public void leaked(final ArenaLeak leak) {}

                    @Override
                    public void writtenWhileFree(final IllegalStateException error) {
                        told.add(error.getMessage());
                        throw error;
                    }
                }));
        final long handle = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        arena.release(handle);
        bytes.put(0, (byte) 0);
        final long again = arena.acquire();
        assertEquals(bytes, arena.byteBuffer(again), "the buffer that was written");
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains(" slot=0 offset=0 byte=0x0"), told.get(0));
        arena.release(again);
        arena.close();
        assertEquals(1, told.size());
    }

    @Test
    void shouldBeOnAtParanoidByDefault() {
        assertEquals(
                ReceiveArena.POISON, firstByteAfterRelease(HostMemory.arena().leakDetection(LeakDetection.PARANOID)));
        for (final LeakDetection level : LeakDetection.values()) {
            final ReceiveArena.Context context = HostMemory.arena().leakDetection(level);
            assertEquals(
                    7,
                    firstByteAfterRelease(level == LeakDetection.PARANOID ? context.poisonReleased(false) : context));
        }
    }

    private static byte firstByteAfterRelease(final ReceiveArena.Context context) {
        final ReceiveArena arena = new ReceiveArena(context);
        final long handle = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        bytes.put(0, (byte) 7);
        arena.release(handle);
        final byte first = bytes.get(0);
        arena.close();
        return first;
    }

    @Test
    void shouldLeaveAddressesWithoutMemoryAlone() {
        final FakeDevice device = new FakeDevice();
        final ReceiveArena arena =
                new ReceiveArena(device.stripedContext().poisonReleased(true).leakListener(listener));
        final long handle = arena.acquire();
        assertThrows(UnsupportedOperationException.class, () -> arena.byteBuffer(handle));
        arena.release(handle);
        arena.release(arena.acquire());
        arena.close();
        assertEquals(List.of(), errors);
    }
}
