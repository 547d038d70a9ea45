// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.memory.BlockKind;
import org.rpcrdma.rnic.memory.HostBytes;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * The memory of a simulated host, which is backed by bytes or consists of addresses only. The {@link PageAllocator}
 * determines the CPU time of allocations, and decides which allocations fail.
 */
public final class SimulatedMemory extends HostMemory {
    private final AddressOnlyMemory addresses;
    private final PageAllocator pages;
    private final MemoryMode mode;

    /**
     * Creates a host's memory without blocks.
     *
     * @param heap       the native memory that all hosts share.
     * @param addresses  the address-only memory that all hosts share.
     * @param mode       the default mode of blocks.
     * @param costs      the host's costs.
     * @param processors the processors, which are charged for allocations.
     * @param faults     the faults that make allocations fail.
     */
    public SimulatedMemory(
            final NativeHeap heap,
            final AddressOnlyMemory addresses,
            final MemoryMode mode,
            final CostModel costs,
            final HostProcessors processors,
            final CallFaults faults) {
        super(heap, faults);
        this.addresses = addresses;
        this.mode = mode;
        pages = new PageAllocator(costs, processors);
    }

    /**
     * Returns an allocator for blocks in the given mode.
     *
     * @param reclaims true if memory may be compacted to obtain contiguous pages (the kernel's GFP_KERNEL).
     */
    public MemoryAllocator ofMode(final MemoryMode wanted, final boolean reclaims) {
        return new OfMode(this, wanted, reclaims);
    }

    @Override
    public long available() {
        return available(mode);
    }

    private long available(final MemoryMode wanted) {
        return wanted == MemoryMode.BACKED ? super.available() : Long.MAX_VALUE;
    }

    @Override
    public HostMemoryBlock allocate(final long length, final long alignment, final BlockKind kind) {
        return allocate(length, alignment, kind, mode, true);
    }

    private HostMemoryBlock allocate(
            final long length,
            final long alignment,
            final BlockKind kind,
            final MemoryMode wanted,
            final boolean reclaims) {
        check(length, alignment);
        final long more = pages.allocate(length, alignment, reclaims);
        final HostMemoryBlock block = add(
                wanted == MemoryMode.BACKED
                        ? newBlock(length, alignment, kind)
                        : addresses.allocate(this, kind, (int) length, alignment));
        block.splitInto((int) more);
        return block;
    }

    @Override
    protected void release(final HostMemoryBlock block) {
        if (block.address() < HostBytes.ADDRESS_ONLY) {
            super.release(block);
        } else {
            addresses.free(block);
        }
        pages.free(block.length());
    }

    @Override
    public long received(final long target, final int ahead, final int bytes, final int messageLength) {
        return addresses.messages().keep(target, ahead, bytes, messageLength);
    }

    @Override
    public boolean readsInPlace() {
        return mode == MemoryMode.BACKED;
    }

    @Override
    public long beginRead(final long address) {
        return address < HostBytes.ADDRESS_ONLY ? address : addresses.messages().read(address);
    }

    @Override
    public void endRead(final long address) {
        if (address >= HostBytes.ADDRESS_ONLY) {
            addresses.messages().end(address);
        }
    }

    /** Allocates blocks in one mode. */
    private record OfMode(SimulatedMemory memory, MemoryMode mode, boolean reclaims) implements MemoryAllocator {
        @Override
        public MemoryBlock allocate(final long length, final long alignment) {
            memory.countAllocation();
            return memory.allocate(length, alignment, BlockKind.PROCESS, mode, reclaims);
        }

        @Override
        public long available() {
            return memory.available(mode);
        }

        @Override
        public boolean readsInPlace() {
            return mode == MemoryMode.BACKED;
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
}
