// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Seed;

class NativeHeapTest {
    private static final int SHARD = 65_536;

    private final NativeHeap heap = new NativeHeap();
    private final Simulation simulation = new Simulation(1);
    private final HostMemory one = new BareHost(simulation, CostModel.defaults(), heap).memory;
    private final HostMemory other = new BareHost(simulation, CostModel.defaults(), heap).memory;
    private final List<HostMemoryBlock> blocks = new ArrayList<>();

    @Test
    void shouldUseLittleMoreMemoryThanManyAlignedBlocksNeedAndFreeIt() {
        final BufferPoolMXBean direct = direct();
        final long before = direct.getTotalCapacity();
        for (int i = 0; i < 500; i++) {
            blocks.add(allocate(i % 2 == 0 ? one : other, SHARD, SHARD));
        }
        final long taken = direct.getTotalCapacity() - before;
        assertTrue(taken < 500L * SHARD * 5 / 4, "taken=" + taken);
        blocks.forEach(HostMemoryBlock::close);
        assertTrue(direct.getTotalCapacity() <= before, "before=" + before + " after=" + direct.getTotalCapacity());
    }

    @Test
    void shouldZeroACellThatIsUsedAgain() {
        final HostMemoryBlock kept = allocate(one, SHARD, SHARD);
        blocks.add(allocate(one, SHARD, SHARD));
        blocks.add(allocate(one, SHARD, SHARD));
        final HostMemoryBlock written = allocate(one, SHARD, SHARD);
        fill(written);
        final long address = written.address();
        written.close();
        assertNull(one.containing(address, 1));
        final HostMemoryBlock again = allocate(other, 60_000, SHARD);
        assertEquals(address, again.address());
        assertZero(again);
        assertNull(one.containing(address, 1));
        assertSame(again, other.containing(address, 60_000));
        assertNull(other.containing(address, 60_001));
        again.close();
        kept.close();
        blocks.forEach(HostMemoryBlock::close);
    }

    @Test
    void shouldNeverOverlapBlocks() {
        final long seed = Seed.get();
        final Random random = new Random(seed);
        for (int step = 0; step < 3000; step++) {
            if (blocks.size() > random.nextInt(200)) {
                checkAndClose(blocks.remove(random.nextInt(blocks.size())), seed);
            } else {
                final int alignment = 1 << random.nextInt(18);
                final HostMemoryBlock block = allocate(one, 1 + random.nextInt(1 << random.nextInt(18)), alignment);
                assertEquals(0, block.address() & (alignment - 1), "seed=" + seed);
                assertZero(block);
                fill(block);
                blocks.add(block);
            }
        }
        blocks.forEach(block -> checkAndClose(block, seed));
        assertEquals(0, one.liveBlocks());
    }

    /**
     * Checks that a block's contents are unchanged, which shows that no other block overlaps the block. Then closes the
     * block.
     */
    private void checkAndClose(final HostMemoryBlock block, final long seed) {
        assertSame(block, one.containing(block.address(), block.length()), "seed=" + seed);
        final ByteBuffer bytes = block.buffer();
        final byte mark = mark(block);
        while (bytes.hasRemaining()) {
            if (bytes.get() != mark) {
                throw new AssertionError("block was written over: length=" + block.length() + " seed=" + seed);
            }
        }
        block.close();
    }

    private static void fill(final HostMemoryBlock block) {
        final ByteBuffer bytes = block.buffer();
        while (bytes.hasRemaining()) {
            bytes.put(mark(block));
        }
    }

    /** Returns a byte that is never 0 and usually differs between neighbouring blocks. */
    private static byte mark(final HostMemoryBlock block) {
        return (byte) (System.identityHashCode(block) | 1);
    }

    private static void assertZero(final HostMemoryBlock block) {
        final ByteBuffer bytes = block.buffer();
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                throw new AssertionError("not zero: position=" + (bytes.position() - 1));
            }
        }
    }

    private static HostMemoryBlock allocate(final HostMemory memory, final long length, final long alignment) {
        return (HostMemoryBlock) memory.allocate(length, alignment);
    }

    private static BufferPoolMXBean direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
    }
}
