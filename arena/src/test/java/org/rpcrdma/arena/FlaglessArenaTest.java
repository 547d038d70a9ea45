// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.testkit.FlaglessJvms;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests that arenas, mappers and FRMR pools do not require any JVM flag. Only poisoning requires a flag; without it,
 * the error names the flag.
 */
class FlaglessArenaTest {
    @TempDir
    Path folder;

    static Stream<Path> homes() throws IOException {
        return FlaglessJvms.homes();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void shouldServeBuffersInAJvmWithoutFlags(final Path home) throws Exception {
        assertEquals(
                List.of(
                        "arena by a mapping a shard: buffers=40 mapped=3 synced=40 left=0",
                        "arena by a mapping a buffer: buffers=40 mapped=48 synced=40 left=0",
                        "endpoint: buffers=40 mapped=3 synced=40 left=0",
                        "pools: made=5 left=0",
                        "poisoning: Agrona cannot access native memory in this JVM; start it with: java"
                                + " --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED ... (Maven,"
                                + " maven-surefire-plugin:"
                                + " <argLine>--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED</argLine>)"),
                FlaglessJvms.run(home, Program.class));
    }

    /** In JDK 17, the recorder initializes an event's superclass while it loads the event. */
    @ParameterizedTest
    @MethodSource("homes")
    void shouldServeBuffersAndPoolsInAJvmThatRecordsFromItsStart(final Path home) throws Exception {
        final List<String> printed = FlaglessJvms.run(
                home,
                Program.class,
                "-XX:StartFlightRecording:filename=" + folder.resolve("recorded.jfr"),
                "-Xlog:disable",
                "-Xlog:all=error");
        assertTrue(printed.contains("pools: made=5 left=0"), printed::toString);
        assertTrue(printed.contains("endpoint: buffers=40 mapped=3 synced=40 left=0"), printed::toString);
        assertFalse(printed.toString().contains("instrumentation"), printed::toString);
    }

    /** Uses arenas, mappers and pools, and prints the results. */
    static final class Program {
        private static final int BUFFERS = 40;
        private static final int LENGTH = 100;

        private Program() {}

        public static void main(final String[] arguments) {
            final FakeDevice device = new FakeDevice();
            useArena("arena by a mapping a shard", device, new DmaShardMapper(device.domain()));
            final FakeDevice other = new FakeDevice();
            useArena(
                    "arena by a mapping a buffer",
                    other,
                    new PerBufferShardMapper(new DmaShardMapper(other.domain()), 4096));
            useEndpoint();
            usePools();
            try {
                new FakeDevice().context().poisonReleased(true).conclude();
                new ReceiveArena(new FakeDevice().context().poisonReleased(true));
            } catch (final IllegalStateException e) {
                System.out.println("poisoning: " + e.getMessage());
            }
        }

        private static ReceiveArena arena(final FakeDevice device, final ShardMapper mapper) {
            return new ReceiveArena(new ReceiveArena.Context().mapper(mapper).memory(withBytes(device)));
        }

        private static void useArena(final String what, final FakeDevice device, final ShardMapper mapper) {
            try (ReceiveArena arena = arena(device, mapper)) {
                final long[] handles = new long[BUFFERS];
                for (int i = 0; i < BUFFERS / 2; i++) {
                    handles[i] = arena.acquire();
                }
                arena.tryAcquire(handles, BUFFERS / 2, BUFFERS / 2);
                for (final long handle : handles) {
                    receive(arena, device, handle);
                }
                arena.release(handles, 0, BUFFERS / 2);
                for (int i = BUFFERS / 2; i < BUFFERS; i++) {
                    arena.release(handles[i]);
                }
            }
            print(what, device);
        }

        private static void useEndpoint() {
            final FakeDevice device = new FakeDevice();
            try (ReceiveArena arena = arena(device, new DmaShardMapper(device.domain()));
                    ArenaEndpoint endpoint = arena.newEndpoint(BUFFERS, BUFFERS)) {
                final long[] handles = new long[BUFFERS];
                for (int i = 0; i < BUFFERS; i++) {
                    handles[i] = endpoint.acquire();
                    receive(arena, device, handles[i]);
                }
                endpoint.release(handles, 0, BUFFERS);
            }
            print("endpoint", device);
        }

        private static void receive(final ReceiveArena arena, final FakeDevice device, final long handle) {
            if (device.addressOf(arena.iova(handle)) != arena.address(handle)
                    || arena.lkey(handle) != FakeDevice.LKEY
                    || arena.syncForCpu(handle, LENGTH) != arena.address(handle)) {
                throw new IllegalStateException("not the buffer's own: handle=" + handle);
            }
            final ByteBuffer bytes = arena.byteBuffer(handle);
            bytes.putInt(0, 0x12345678);
            if (bytes.getInt(0) != 0x12345678) {
                throw new IllegalStateException("not its bytes: handle=" + handle);
            }
        }

        private static void print(final String what, final FakeDevice device) {
            System.out.println(what + ": buffers=" + BUFFERS + " mapped=" + device.mapped + " synced="
                    + device.syncs.size() + " left=" + (device.mappings.size() + device.blocks.size()));
        }

        /** Returns an allocator for a fake device's addresses. The bytes at these addresses are stored elsewhere. */
        private static MemoryAllocator withBytes(final FakeDevice device) {
            return (length, alignment) -> {
                final MemoryBlock block = device.allocate(length, alignment);
                return new BytesElsewhere(block, ByteBuffer.allocateDirect((int) length));
            };
        }

        private static void usePools() {
            final AtomicInteger made = new AtomicInteger();
            final AtomicInteger left = new AtomicInteger();
            final FrmrDriver driver = new FrmrDriver() {
                @Override
                public void create(final FrmrKey key, final int[] handles, final int count) {
                    for (int i = 0; i < count; i++) {
                        handles[i] = made.incrementAndGet();
                    }
                    left.addAndGet(count);
                }

                @Override
                public void destroy(final int[] handles, final int count) {
                    left.addAndGet(-count);
                }
            };
            final FrmrKey key = FrmrKey.of(Access.LOCAL_WRITE, 16);
            try (FrmrPools pools = new FrmrPools(driver, new ManualClock())) {
                final int[] handles = new int[5];
                for (int turn = 0; turn < 3; turn++) {
                    for (int i = 0; i < handles.length; i++) {
                        handles[i] = pools.pop(key);
                    }
                    for (final int handle : handles) {
                        pools.push(key, handle);
                    }
                }
            }
            System.out.println("pools: made=" + made + " left=" + left);
        }
    }

    private record BytesElsewhere(MemoryBlock block, ByteBuffer buffer) implements MemoryBlock {
        @Override
        public long address() {
            return block.address();
        }

        @Override
        public long length() {
            return block.length();
        }

        @Override
        public void close() {
            block.close();
        }
    }
}
