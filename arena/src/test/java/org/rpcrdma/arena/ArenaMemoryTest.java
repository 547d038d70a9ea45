// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Measures, in a separate JVM, how much heap arenas use: the bookkeeping data per buffer in an arena of 65,536 shards,
 * and 100,000 small arenas. Prints the figures. By default, the test opens only a few small arenas;
 * {@code -Dscale.arenas=100000} opens all of them.
 */
class ArenaMemoryTest {
    private static final int FEW = Effort.of(500, 5_000);
    private static final long MILLI = 1_000_000;
    private static final int BUFFERS_IN_SMALL_ARENA = 72;

    @Test
    void shouldTakeAtMostEightBytesOfBookkeepingForABuffer() throws Exception {
        final String out = child("-Xmx512m", "bookkeeping");
        assertTrue(figure(out, "leakDetection=DISABLED bytesPerBuffer=") <= 8, out);
        assertTrue(figure(out, "leakDetection=SIMPLE bytesPerBuffer=") <= 8, out);
    }

    @Test
    void shouldHoldManySmallArenasInTwoGigabytes() throws Exception {
        final int arenas = Integer.getInteger("scale.arenas", FEW);
        final String out = child("-Xmx2g", "arenas", Integer.toString(arenas));
        assertEquals(arenas * (double) BUFFERS_IN_SMALL_ARENA, figure(out, "buffers="), out);
    }

    private static double figure(final String out, final String name) {
        return Double.parseDouble(
                out.substring(out.indexOf(name) + name.length()).split("\\s")[0]);
    }

    private static String child(final String heap, final String... arguments) throws Exception {
        final String text = JavaPrograms.run(JavaPrograms.of(
                ArenaMemoryTest.class, List.of(JavaPrograms.jvmOptions(), heap, "-XX:+UseSerialGC"), arguments));
        System.out.print(text);
        return text;
    }

    /** Runs in the child JVM. */
    public static void main(final String[] arguments) {
        if (arguments[0].equals("bookkeeping")) {
            measureBookkeeping();
        } else {
            openMany(Integer.parseInt(arguments[1]));
        }
    }

    private static void measureBookkeeping() {
        bytesPerBuffer(LeakDetection.SIMPLE, 600);
        for (final LeakDetection level : List.of(LeakDetection.DISABLED, LeakDetection.SIMPLE)) {
            System.out.printf("leakDetection=%s bytesPerBuffer=%.3f%n", level, bytesPerBuffer(level, 65_536));
        }
    }

    private static double bytesPerBuffer(final LeakDetection level, final int shards) {
        final Addresses device = new Addresses();
        final long[] handles = new long[shards * 16];
        final long before = used();
        final ReceiveArena arena =
                new ReceiveArena(context(device).maxShards(shards).leakDetection(level));
        final int acquired = arena.tryAcquire(handles, 0, handles.length);
        final long bytes = used() - before;
        arena.release(handles, 0, acquired);
        arena.close();
        return (double) bytes / acquired;
    }

    private static void openMany(final int count) {
        final Addresses device = new Addresses();
        final long began = System.nanoTime();
        final ReceiveArena[] arenas = new ReceiveArena[count];
        final long[][] handles = new long[count][BUFFERS_IN_SMALL_ARENA];
        long buffers = 0;
        for (int i = 0; i < count; i++) {
            arenas[i] = new ReceiveArena(context(device).maxShards(5));
            buffers += arenas[i].tryAcquire(handles[i], 0, BUFFERS_IN_SMALL_ARENA);
        }
        final long opened = System.nanoTime();
        final long heap = used();
        final long collected = System.nanoTime();
        for (int i = 0; i < count; i++) {
            arenas[i].release(handles[i], 0, BUFFERS_IN_SMALL_ARENA);
            arenas[i].close();
        }
        System.out.printf(
                "arenas=%d buffers=%d heapMB=%d openMillis=%d closeMillis=%d%n",
                count, buffers, heap >> 20, (opened - began) / MILLI, (System.nanoTime() - collected) / MILLI);
    }

    private static ReceiveArena.Context context(final Addresses device) {
        return new ReceiveArena.Context()
                .mapper(new DmaShardMapper(FakeDevice.domain(device)))
                .memory(device::allocate);
    }

    private static long used() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** A device that stores nothing about its mappings, so that only the arena's heap is measured. */
    private static final class Addresses implements DmaMapper {
        private long next = 1L << 32;

        MemoryBlock allocate(final long length, final long alignment) {
            next = next + alignment - 1 & -alignment;
            final long address = next;
            next += length;
            return new Block(address, length);
        }

        @Override
        public long map(final long address, final long length, final DmaDirection direction) {
            return address;
        }

        @Override
        public void unmap(final long iova, final long length, final DmaDirection direction) {}

        @Override
        public void syncForCpu(final long iova, final long length, final DmaDirection direction) {}

        @Override
        public int pageSize() {
            return 4096;
        }
    }

    private record Block(long address, long length) implements AddressBlock {}
}
