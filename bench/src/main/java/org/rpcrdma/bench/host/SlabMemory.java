// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Models Linux's kmalloc. SLUB cuts objects of up to 8 KB from order-3 slabs, so that eight 4 KB buffers need only one
 * page allocation. Larger objects are allocated as pages. A slab is freed when its last object is freed.
 *
 * <p>SLUB allocates slabs without direct reclaim. If no contiguous pages are free, it falls back to a slab of the
 * smallest order that can hold an object (mm/slub.c, allocate_slab).
 */
public final class SlabMemory extends WrappedMemory {
    private static final int SLAB = 32 << 10;
    private static final int LARGEST_OBJECT = 8 << 10;
    private static final int PAGE = 4 << 10;

    /** The allocator of memory without direct reclaim. */
    private final MemoryAllocator cautious;

    private final SimulatedDevice server;
    /** Slabs with free objects. */
    private final Deque<Slab> partial = new ArrayDeque<>();

    /**
     * Creates an allocator without slabs.
     *
     * @param cautious allocates slabs, without direct reclaim.
     * @param reclaiming allocates the smallest slabs and larger objects, with direct reclaim.
     * @param server the device whose processor is charged for objects.
     */
    public SlabMemory(final MemoryAllocator cautious, final MemoryAllocator reclaiming, final SimulatedDevice server) {
        super(reclaiming);
        this.cautious = cautious;
        this.server = server;
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        if (length > LARGEST_OBJECT || Long.bitCount(length) != 1 || alignment > length) {
            return memory.allocate(length, alignment);
        }
        server.spend(ProcessorWork.ALLOCATION, CostParameter.KMALLOC, 1);
        if (partial.isEmpty()) {
            partial.add(newSlab((int) length));
        }
        final Slab slab = partial.peek();
        final MemoryBlock object = slab.take();
        if (slab.free.isEmpty()) {
            partial.remove();
        }
        return object;
    }

    private Slab newSlab(final int size) {
        MemoryBlock pages;
        try {
            pages = cautious.allocate(SLAB, SLAB);
        } catch (final VerbsException e) {
            if (e.errno() != Errno.ENOMEM) {
                throw e;
            }
            final int least = Math.max(PAGE, size);
            pages = memory.allocate(least, least);
        }
        return new Slab(pages, size);
    }

    /** A slab with objects of one size. */
    private final class Slab {
        private final MemoryBlock memory;
        private final int size;
        private final Deque<Integer> free = new ArrayDeque<>();

        Slab(final MemoryBlock memory, final int size) {
            this.memory = memory;
            this.size = size;
            for (int offset = 0; offset < memory.length(); offset += size) {
                free.add(offset);
            }
        }

        MemoryBlock take() {
            return new Part(this, free.remove());
        }

        void give(final int offset) {
            if (free.isEmpty()) {
                partial.addFirst(this);
            }
            free.addFirst(offset);
            if (free.size() == memory.length() / size) {
                partial.remove(this);
                memory.close();
            }
        }
    }

    private record Part(Slab slab, int offset) implements MemoryBlock {
        @Override
        public long address() {
            return slab.memory.address() + offset;
        }

        @Override
        public long length() {
            return slab.size;
        }

        @Override
        public ByteBuffer buffer() {
            return slab.memory
                    .buffer()
                    .slice(offset, slab.size)
                    .order(slab.memory.buffer().order());
        }

        @Override
        public void discard(final long from, final long count) {
            slab.memory.discard(offset + from, count);
        }

        @Override
        public void close() {
            slab.give(offset);
        }
    }
}
