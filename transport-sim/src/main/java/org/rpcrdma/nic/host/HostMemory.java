// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.agrona.BitUtil;
import org.agrona.collections.Long2ObjectHashMap;
import org.rpcrdma.nic.config.FaultyCall;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * The memory of a simulated host: native blocks of the JVM's, each known while it lives, so that no DMA is set up, or
 * goes, outside of one.
 *
 * <p>A block is found by the 64 KB granules of the address space that it touches; blocks that share a granule form a
 * short list.
 *
 * <p>The {@link PageAllocator} decides the CPU time of blocks, and which of them fail.
 */
public final class HostMemory implements MemoryAllocator {
    private static final int GRANULE_SHIFT = 16;

    private final NativeHeap heap;
    private final PageAllocator pages;
    private final CallFaults faults;
    private final MemoryMode mode;
    private final Long2ObjectHashMap<Resident> granules = new Long2ObjectHashMap<>();
    private MmuNotifier notifier = (address, length) -> {};
    private int liveBlocks;
    private long liveBytes;

    /**
     * Makes a host's memory, empty.
     *
     * @param heap       native memory of all hosts.
     * @param mode       of blocks that are allocated without naming one.
     * @param processors pay for allocations.
     * @param faults     let allocations fail.
     */
    public HostMemory(
            final NativeHeap heap,
            final MemoryMode mode,
            final CostModel costs,
            final HostProcessors processors,
            final CallFaults faults) {
        this.heap = heap;
        this.mode = mode;
        this.faults = faults;
        pages = new PageAllocator(costs, processors);
    }

    /** Notifies a device's paging when pages go. */
    public void register(final MmuNotifier paging) {
        notifier = paging;
    }

    @Override
    public MemoryBlock allocate(final long length, final long alignment) {
        return allocate(length, alignment, mode);
    }

    @Override
    public long available() {
        return available(mode);
    }

    private static long available(final MemoryMode mode) {
        return mode == MemoryMode.BACKED ? DirectMemory.available() : Long.MAX_VALUE;
    }

    /** Returns the host's memory of one mode. */
    public MemoryAllocator ofMode(final MemoryMode wanted) {
        return new OfMode(this, wanted);
    }

    private MemoryBlock allocate(final long length, final long alignment, final MemoryMode wanted) {
        faults.count(FaultyCall.ALLOCATION);
        return allocate(length, alignment, BlockKind.PROCESS, wanted);
    }

    @Override
    public long beginRead(final long address) {
        return address < HostBytes.ADDRESS_ONLY ? address : heap.messages().read(address);
    }

    @Override
    public void endRead(final long address) {
        if (address >= HostBytes.ADDRESS_ONLY) {
            heap.messages().end(address);
        }
    }

    public HostMemoryBlock allocate(final long length, final long alignment, final BlockKind kind) {
        return allocate(length, alignment, kind, mode);
    }

    HostMemoryBlock allocate(final long length, final long alignment, final BlockKind kind, final MemoryMode mode) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        if (alignment < 1 || !BitUtil.isPowerOfTwo(alignment)) {
            throw new VerbsException(Errno.EINVAL, "alignment must be a power of 2: alignment=" + alignment);
        }
        final long padding = alignment - 1;
        if (length > Integer.MAX_VALUE || padding > Integer.MAX_VALUE - length) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "length plus alignment is limited: length=" + length + " alignment=" + alignment + " limit="
                            + Integer.MAX_VALUE);
        }
        pages.allocate(length, alignment);
        final HostMemoryBlock block = mode == MemoryMode.BACKED
                ? heap.allocate(this, kind, (int) length, (int) alignment)
                : heap.reserve(this, kind, (int) length, alignment);
        liveBlocks++;
        liveBytes += length;
        for (long granule = firstGranule(block); granule <= lastGranule(block); granule++) {
            final Resident resident = granule == firstGranule(block) ? block : new FurtherResident(block);
            resident.next = granules.put(granule, resident);
        }
        return block;
    }

    /** Returns the live block that a range lies in, or null. */
    public HostMemoryBlock containing(final long address, final long length) {
        Resident resident = granules.get(address >>> GRANULE_SHIFT);
        while (resident != null) {
            final HostMemoryBlock block = resident.block();
            if (block.contains(address, length)) {
                return block;
            }
            resident = resident.next;
        }
        return null;
    }

    /**
     * Returns the block like {@link #containing}; it cannot be given back until {@link HostMemoryBlock#removeMapping}.
     */
    public HostMemoryBlock pin(final long address, final long length) {
        final HostMemoryBlock block = containing(address, length);
        if (block != null) {
            block.addMapping();
        }
        return block;
    }

    void free(final HostMemoryBlock block) {
        if (block.isClosed()) {
            throw new VerbsException(Errno.EINVAL, "memory block is closed already: length=" + block.length());
        }
        if (block.pins() != 0) {
            throw new VerbsException(
                    Errno.EBUSY, "memory block is mapped: mappings=" + block.mappings() + " length=" + block.length());
        }
        invalidate(block.address(), block.length());
        block.markClosed();
        liveBlocks--;
        liveBytes -= block.length();
        for (long granule = firstGranule(block); granule <= lastGranule(block); granule++) {
            remove(granule, block);
        }
        heap.free(block);
        pages.free(block.length());
    }

    /** The pages of a range go: no on-demand region's translations stay. */
    void invalidate(final long address, final long length) {
        notifier.invalidate(address, length);
    }

    public int liveBlocks() {
        return liveBlocks;
    }

    public long liveBytes() {
        return liveBytes;
    }

    private void remove(final long granule, final HostMemoryBlock block) {
        final Resident first = granules.get(granule);
        if (first.block() != block) {
            first.removeBehind(block);
        } else if (first.next == null) {
            granules.remove(granule);
        } else {
            granules.put(granule, first.next);
        }
    }

    private static long firstGranule(final MemoryBlock block) {
        return block.address() >>> GRANULE_SHIFT;
    }

    private static long lastGranule(final MemoryBlock block) {
        return (block.address() + block.length() - 1) >>> GRANULE_SHIFT;
    }

    /** The memory with blocks of one mode. */
    private record OfMode(HostMemory memory, MemoryMode mode) implements MemoryAllocator {
        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            return memory.allocate(length, alignment, mode);
        }

        @Override
        public long available() {
            return HostMemory.available(mode);
        }

        @Override
        public long beginRead(final long address) {
            return memory.beginRead(address);
        }

        @Override
        public void endRead(final long address) {
            memory.endRead(address);
        }
    }

    /** A block in a granule behind the one that it begins in; there it is listed itself. */
    private static final class FurtherResident extends Resident {
        private final HostMemoryBlock block;

        FurtherResident(final HostMemoryBlock block) {
            this.block = block;
        }

        @Override
        HostMemoryBlock block() {
            return block;
        }
    }
}
