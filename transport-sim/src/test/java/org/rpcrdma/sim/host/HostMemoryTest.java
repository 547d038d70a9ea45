// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.cost.CostParameter.PAGE_ALLOC;
import static org.rpcrdma.sim.cost.CostParameter.PAGE_ALLOC_PAGE;
import static org.rpcrdma.sim.cost.CostParameter.ZONE_LOCK;
import static org.rpcrdma.sim.cost.CostParameter.ZONE_LOCK_TRANSFER;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

class HostMemoryTest {
    private final BareHost host = new BareHost(CostModel.defaults());
    private final HostMemory memory = host.memory;

    @Test
    void shouldAllocateZeroedAlignedMemory() {
        for (int shift = 0; shift <= 21; shift++) {
            final long alignment = 1L << shift;
            try (MemoryBlock block = memory.allocate(100, alignment)) {
                assertEquals(0, block.address() & (alignment - 1));
                assertEquals(100, block.length());
                final ByteBuffer buffer = block.buffer();
                assertEquals(ByteOrder.BIG_ENDIAN, buffer.order());
                assertEquals(100, buffer.remaining());
                while (buffer.hasRemaining()) {
                    assertEquals(0, buffer.get());
                }
                block.buffer().put(99, (byte) 1);
                assertEquals(1, block.buffer().get(99));
            }
        }
    }

    @Test
    void shouldFindTheBlockOfARange() {
        final MemoryBlock one = memory.allocate(200_000, 8);
        final MemoryBlock two = memory.allocate(10, 1);
        assertEquals(one, memory.containing(one.address(), 200_000));
        assertEquals(one, memory.containing(one.address() + 199_999, 1));
        assertEquals(two, memory.containing(two.address(), 10));
        assertEquals(null, memory.containing(one.address(), 200_001));
        assertEquals(null, memory.containing(one.address(), Long.MAX_VALUE));
        assertEquals(null, memory.containing(two.address() + 5, 6));
        one.close();
        assertEquals(null, memory.containing(one.address(), 1));
        assertEquals(two, memory.containing(two.address(), 10));
        two.close();
    }

    @Test
    void shouldRefuseBadSizesAndUseAfterClose() {
        assertErrno(Errno.EINVAL, () -> memory.allocate(0, 1));
        assertErrno(Errno.EINVAL, () -> memory.allocate(1, 0));
        assertErrno(Errno.EINVAL, () -> memory.allocate(1, 3));
        assertErrno(Errno.ENOMEM, () -> memory.allocate(Integer.MAX_VALUE, 4096));
        assertErrno(Errno.ENOMEM, () -> memory.allocate(1L << 40, 4096));
        final MemoryBlock block = memory.allocate(1, 1);
        block.close();
        assertErrno(Errno.EINVAL, block::close);
        assertErrno(Errno.EINVAL, block::buffer);
    }

    @Test
    void shouldSerialiseLargeAllocationsOfAHostButNotSmallOnes() {
        final EventLoop one = host.processors.newEventLoop();
        final EventLoop other = host.processors.newEventLoop();
        final MemoryBlock[] blocks = new MemoryBlock[3];
        final long[] took = new long[3];
        one.newTimer(() -> {
                    took[0] = timed(one, blocks, 0, 65_536);
                    took[1] = timed(one, blocks, 1, 32_768);
                })
                .arm(10);
        other.newTimer(() -> took[2] = timed(other, blocks, 2, 65_536)).arm(10);
        host.simulation.run();
        final long hold = host.costs.nanos(ZONE_LOCK);
        final long pages = Math.round(host.costs.get(PAGE_ALLOC) + 15 * host.costs.get(PAGE_ALLOC_PAGE));
        assertEquals(hold + pages, took[0]);
        assertEquals(Math.round(65 + 7 * 3.8), took[1]);
        assertEquals(2 * hold + host.costs.nanos(ZONE_LOCK_TRANSFER) + pages, took[2]);
        for (final MemoryBlock block : blocks) {
            block.close();
        }
    }

    private long timed(final EventLoop loop, final MemoryBlock[] blocks, final int i, final long length) {
        final long before = loop.nanoTime();
        blocks[i] = memory.allocate(length, length);
        return loop.nanoTime() - before;
    }
}
