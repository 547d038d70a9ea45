// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import org.agrona.BitUtil;
import org.agrona.collections.Long2ObjectHashMap;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * A host's memory: native blocks, which are registered while they are allocated. Memory outside these blocks can
 * neither be mapped for DMA nor be accessed by DMA.
 *
 * <p>Blocks are indexed by the 64 KB granules of the address space that they touch. Blocks that share a granule form a
 * short list.
 */
public class HostMemory implements MemoryAllocator {
    private static final int GRANULE_SHIFT = 16;
    /** The initial size of the index, and a load factor that lets the blocks of most clients fit into 16 places. */
    private static final int FEW_GRANULES = 8;

    private static final float LOAD_FACTOR = 0.8f;

    private final NativeHeap heap;
    private final CallFaults faults;
    private final Long2ObjectHashMap<Resident> granules = new Long2ObjectHashMap<>(FEW_GRANULES, LOAD_FACTOR);
    private MmuNotifier notifier = (address, length) -> {};
    private int liveBlocks;
    private long liveBytes;

    /**
     * Creates a memory without blocks.
     *
     * @param heap   the source of native memory for all hosts.
     * @param faults make allocations fail on demand.
     */
    public HostMemory(final NativeHeap heap, final CallFaults faults) {
        this.heap = heap;
        this.faults = faults;
    }

    /** Registers a device's paging, which is then notified when pages are removed. */
    public final void register(final MmuNotifier paging) {
        notifier = paging;
    }

    @Override
    public final MemoryBlock allocate(final long length, final long alignment) {
        countAllocation();
        return allocate(length, alignment, BlockKind.PROCESS);
    }

    /** Counts an allocation by the program. Throws an exception if a fault is armed for it. */
    protected final void countAllocation() {
        faults.count(FaultyCall.ALLOCATION);
    }

    @Override
    public long available() {
        return DirectMemory.available();
    }

    /**
     * Allocates a block.
     *
     * @throws VerbsException EINVAL if the length or the alignment is illegal, ENOMEM if there is not enough memory.
     */
    public HostMemoryBlock allocate(final long length, final long alignment, final BlockKind kind) {
        check(length, alignment);
        return add(newBlock(length, alignment, kind));
    }

    /** Creates a block with native memory. */
    protected final HostMemoryBlock newBlock(final long length, final long alignment, final BlockKind kind) {
        return heap.allocate(this, kind, (int) length, (int) alignment);
    }

    /** Checks the size of a block. */
    protected static void check(final long length, final long alignment) {
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
                    "sum of length and alignment is too large: length=" + length + " alignment=" + alignment + " limit="
                            + Integer.MAX_VALUE);
        }
    }

    /** Adds a block to the address index. */
    protected final HostMemoryBlock add(final HostMemoryBlock block) {
        liveBlocks++;
        liveBytes += block.length();
        for (long granule = firstGranule(block); granule <= lastGranule(block); granule++) {
            final Resident resident = granule == firstGranule(block) ? block : new FurtherResident(block);
            resident.next = granules.put(granule, resident);
        }
        return block;
    }

    /** Frees the memory of a block that has been removed from the address index. */
    protected void release(final HostMemoryBlock block) {
        heap.free(block);
    }

    /**
     * Returns the address at which to store a part of a received message. This is the target itself if it is backed by
     * memory.
     *
     * @param target        the native address of the part.
     * @param ahead         the number of bytes of the message before the part.
     * @param bytes         the length of the part, in bytes.
     * @param messageLength the length of the message as known so far, in bytes.
     */
    public long received(final long target, final int ahead, final int bytes, final int messageLength) {
        return target;
    }

    /** Returns the allocated block that contains a range, or null. */
    public final HostMemoryBlock containing(final long address, final long length) {
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
     * Returns the same block as {@link #containing}, and prevents it from being freed until
     * {@link HostMemoryBlock#removeMapping} is called.
     */
    public final HostMemoryBlock pin(final long address, final long length) {
        final HostMemoryBlock block = containing(address, length);
        if (block != null) {
            block.addMapping();
        }
        return block;
    }

    void free(final HostMemoryBlock block) {
        if (block.isClosed()) {
            throw new VerbsException(Errno.EINVAL, "memory block is already closed: length=" + block.length());
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
        release(block);
    }

    /** Called when the pages of a range are removed. Invalidates the range's translations in all on-demand regions. */
    void invalidate(final long address, final long length) {
        notifier.invalidate(address, length);
    }

    public final int liveBlocks() {
        return liveBlocks;
    }

    public final long liveBytes() {
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

    /**
     * A list element for a block in any granule except its first; the first granule's list contains the block itself.
     */
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
