// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.management.JMX;
import javax.management.ObjectName;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.verbs.ReceiveRequests;

class ReceiveArenaTest {
    private final FakeDevice device = new FakeDevice();

    @Test
    void shouldMapNothingBeforeABufferIsWanted() {
        final ReceiveArena arena = new ReceiveArena(context());
        assertEquals(0, arena.figures().shards());
        arena.close();
        assertEquals(0, device.allocated);
    }

    @Test
    void shouldCutAShardIntoBuffers() {
        final ReceiveArena arena = new ReceiveArena(context());
        final long first = arena.acquire();
        final long base = arena.address(first);
        final long iova = arena.iova(first);
        assertEquals(0, base % 65_536);
        assertEquals(0, iova % 65_536);
        for (int i = 1; i < 16; i++) {
            final long handle = arena.acquire();
            assertEquals(base + i * 4096L, arena.address(handle));
            assertEquals(iova + i * 4096L, arena.iova(handle));
            assertEquals(FakeDevice.LKEY, arena.lkey(handle));
        }
        assertEquals(1, device.mapped);
        arena.acquire();
        assertEquals(2, device.mapped);
        final UnsafeBuffer view = new UnsafeBuffer(0, 0);
        arena.wrap(first, view);
        assertEquals(base, view.addressOffset());
        assertEquals(4096, view.capacity());
        assertEquals(65_536, arena.shardSize());
        assertEquals(LeakDetection.SIMPLE, arena.leakDetection());
        assertFalse(arena.leakDetection().tracesPlaces());
        assertTrue(LeakDetection.ADVANCED.tracesPlaces());
        assertFalse(arena.isPosted(first));
        arena.notePosted(first);
        assertTrue(arena.isPosted(first));
    }

    @Test
    void shouldNumberBuffersFromZeroTheSameUnderEveryHandle() {
        final ReceiveArena arena = new ReceiveArena(context());
        for (int round = 0; round < 3; round++) {
            final long[] handles = acquire(arena, 40);
            assertArrayEquals(
                    IntStream.range(0, 40).toArray(),
                    LongStream.of(handles)
                            .mapToInt(ReceiveArena::number)
                            .sorted()
                            .toArray());
            for (final long handle : handles) {
                final int slot = ReceiveArena.number(handle) % 16;
                assertEquals(slot * 4096L, arena.address(handle) % 65_536);
            }
            release(arena, handles);
        }
        arena.close();
    }

    @Test
    void shouldWasteNineBuffersOfTheLastShardForAConnectionOf135() {
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = acquire(arena, 135);
        final ArenaFigures figures = arena.figures();
        assertEquals(9, figures.shards());
        assertEquals(144, figures.buffers());
        assertEquals(135, figures.buffersInUse());
        assertEquals(135, figures.buffersHighWater());
        assertEquals(9, figures.mappings());
        assertEquals(144, figures.iovaPages());
        assertEquals(589_824, figures.mappedBytes());
        assertEquals(36_864, figures.wastedBytes());
        release(arena, handles);
        assertEquals(0, arena.figures().buffersInUse());
        assertEquals(135, arena.figures().buffersHighWater());
        arena.close();
        assertEquals(0, arena.figures().wastedBytes());
        assertEquals(0, arena.figures().shards());
    }

    @Test
    void shouldShowItsFiguresToJmxUntilTheyAreTakenAway() {
        final ReceiveArena arena = new ReceiveArena(context());
        final ObjectName name = VisibleArena.objectName("shown");
        final VisibleArena visible = VisibleArena.open("shown", arena.figuresSource());
        arena.acquire();
        final ArenaMXBean bean =
                JMX.newMXBeanProxy(ManagementFactory.getPlatformMBeanServer(), name, ArenaMXBean.class);
        assertEquals(15, bean.getBuffersFree());
        assertEquals(1, bean.getBuffersHighWater());
        assertEquals(65_536, bean.getMappedBytes());
        assertEquals(65_536 - 4096, bean.getWastedBytes());
        assertEquals(65_536, bean.getAllocatedBytes());
        visible.close();
        assertFalse(ManagementFactory.getPlatformMBeanServer().isRegistered(name));
        assertThrows(IllegalArgumentException.class, () -> VisibleArena.open("none", null));
    }

    @Test
    void shouldWasteNothingWithAMappingPerBuffer() {
        final ReceiveArena arena = new ReceiveArena(context()
                .mapper(new PerBufferShardMapper(new DmaShardMapper(device.domain()), 4096))
                .shardSize(4096));
        final long[] handles = acquire(arena, 135);
        assertEquals(135, arena.figures().mappings());
        assertEquals(135, arena.figures().iovaPages());
        assertEquals(0, arena.figures().wastedBytes());
        release(arena, handles);
        arena.close();
        assertNothingLeft();
    }

    @Test
    void shouldReportTheLimitWhenExhausted() {
        final ReceiveArena arena = new ReceiveArena(context().maxShards(2));
        final long[] handles = acquire(arena, 32);
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        final ArenaExhaustedException e = assertThrows(ArenaExhaustedException.class, arena::acquire);
        assertTrue(e.getMessage().contains("maxShards=2 buffers=32"), e.getMessage());
        arena.release(handles[31]);
        assertNotEquals(ReceiveArena.NONE, arena.tryAcquire());
        assertEquals(32, arena.figures().buffersHighWater());
    }

    @Test
    void shouldReportWhetherAReleasedBufferIsFreeOrHeldAgain() {
        final ReceiveArena arena = new ReceiveArena(context());
        final long handle = arena.acquire();
        arena.release(handle);
        assertSays(IllegalStateException.class, "free now", () -> arena.address(handle));
        final long again = arena.acquire();
        assertNotEquals(handle, again);
        assertSays(IllegalStateException.class, "now in use under another handle", () -> arena.address(handle));
        arena.release(again);
    }

    @Test
    void shouldStageAReceiveOfAWholeBuffer() {
        final ReceiveArena arena = new ReceiveArena(context());
        arena.acquire();
        final long handle = arena.acquire();
        final List<String> staged = new ArrayList<>();
        arena.stage(handle, new ReceiveRequests() {
            @Override
            public void clear() {
                staged.clear();
            }

            @Override
            public int size() {
                return staged.size();
            }

            @Override
            public void receive(final long wrId, final long iova, final int length, final int lkey) {
                staged.add("wrId=" + wrId + " iova=" + iova + " length=" + length + " lkey=" + lkey);
            }
        });
        final String expected =
                "wrId=" + handle + " iova=" + arena.iova(handle) + " length=4096 lkey=" + FakeDevice.LKEY;
        assertEquals(List.of(expected), staged);
    }

    @Test
    void shouldSynchronizeExactlyWhatWasReceived() {
        final ReceiveArena arena = new ReceiveArena(context());
        arena.acquire();
        final long handle = arena.acquire();
        assertEquals(arena.address(handle), arena.syncForCpu(handle, 100));
        assertEquals(arena.address(handle), arena.syncForCpu(handle, 0));
        assertEquals(arena.address(handle), arena.syncForCpu(handle, 4096));
        final String iova = "iova=" + arena.iova(handle);
        assertEquals(List.of(iova + " length=100 FROM_DEVICE", iova + " length=4096 FROM_DEVICE"), device.syncs);
        assertThrows(IllegalArgumentException.class, () -> arena.syncForCpu(handle, -1));
        final String message = assertThrows(IllegalArgumentException.class, () -> arena.syncForCpu(handle, 4097))
                .getMessage();
        assertTrue(message.contains("length=4097 bufferSize=4096"), message);
    }

    @Test
    void shouldRefuseToCloseWhileBuffersAreOut() {
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = acquire(arena, 20);
        arena.release(handles[0]);
        for (int i = 3; i < 20; i++) {
            arena.release(handles[i]);
        }
        final String message =
                assertThrows(IllegalStateException.class, arena::close).getMessage();
        assertTrue(message.contains("buffersInUse=2"), message);
        assertTrue(message.contains("handle=0x" + Long.toHexString(handles[1]) + " shard=0 slot=1"), message);
        assertTrue(message.contains("handle=0x" + Long.toHexString(handles[2]) + " shard=0 slot=2"), message);
        assertFalse(message.contains("slot=3"), message);
        assertEquals(2, device.mappings.size());
        arena.release(handles[1]);
        arena.release(handles[2]);
        arena.release(arena.acquire());
        arena.close();
        assertNothingLeft();
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 0, 1, shardSize=0",
        "4096, 2048, 1, shardSize=2048",
        "4096, 65537, 1, shardSize=65537",
        "4096, 4194304, 1, shardSize=4194304",
        "4096, -2147483648, 1, shardSize=-2147483648",
        "0, 65536, 1, bufferSize=0",
        "63, 65536, 1, bufferSize=63",
        "100, 65536, 1, bufferSize=100",
        "-64, 65536, 1, bufferSize=-64",
        "8192, 4096, 1, bufferSize=8192 shardSize=4096",
        "4096, 65536, 0, maxShards=0",
        "4096, 65536, 1048577, maxShards=1048577",
    })
    void shouldRefuseSizesOutOfRange(final int buffer, final int shard, final int shards, final String text) {
        final ReceiveArena.Context context =
                context().bufferSize(buffer).shardSize(shard).maxShards(shards);
        assertSays(IllegalArgumentException.class, text, () -> new ReceiveArena(context));
    }

    @Test
    void shouldRefuseAContextWithoutMapperOrMemory() {
        assertThrows(
                IllegalArgumentException.class, () -> context().mapper(null).conclude());
        assertThrows(
                IllegalArgumentException.class, () -> context().memory(null).conclude());
    }

    private ReceiveArena.Context context() {
        return device.context();
    }

    private static long[] acquire(final ReceiveArena arena, final int count) {
        final long[] handles = new long[count];
        for (int i = 0; i < count; i++) {
            handles[i] = arena.acquire();
            assertTrue(handles[i] >= 0);
        }
        return handles;
    }

    private static void release(final ReceiveArena arena, final long[] handles) {
        for (final long handle : handles) {
            arena.release(handle);
        }
    }

    private void assertNothingLeft() {
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
    }
}
