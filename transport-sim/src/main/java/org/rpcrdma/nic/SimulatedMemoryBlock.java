// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/** A live block of a {@link SimulatedMemory}. */
final class SimulatedMemoryBlock implements MemoryBlock {
    /** Where its bytes are from; null where it is addresses only. */
    final Slab slab;

    final int cell;
    /** What memory it is. */
    MemoryKind kind = MemoryKind.PROCESS;

    /** What its address was to be a multiple of. */
    long alignment;

    int mappings;
    /** Those of the mappings that end when the memory does: pages of on-demand regions. */
    int pagedMappings;

    /** Given back as soon as nothing maps it. */
    boolean isAbandoned;

    boolean isClosed;

    private final SimulatedMemory memory;
    /** Null where it is addresses only. */
    private final ByteBuffer bytes;

    private final long address;
    private final long length;
    /** Pages that were made present for the device, from the one the block begins in; made when there is one. */
    private BitSet present;

    SimulatedMemoryBlock(final SimulatedMemory memory, final Slab slab, final int cell, final int length) {
        this.memory = memory;
        this.slab = slab;
        this.cell = cell;
        this.length = length;
        bytes = slab.bytes(cell, length);
        address = slab.address(cell);
    }

    /** A block that is addresses only. */
    SimulatedMemoryBlock(final SimulatedMemory memory, final long address, final long length) {
        this.memory = memory;
        this.address = address;
        this.length = length;
        slab = null;
        cell = 0;
        bytes = null;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public ByteBuffer buffer() {
        if (isClosed) {
            throw new VerbsException(Errno.EINVAL, "memory block is closed: length=" + length);
        }
        if (bytes == null) {
            throw new UnsupportedOperationException("memory block is addresses only: length=" + length);
        }
        return bytes.duplicate();
    }

    @Override
    public void discard(final long offset, final long count) {
        if (isClosed || offset < 0 || count < 0 || offset > length - count) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range is outside of the block: offset=" + offset + " length=" + count + " limit=" + length
                            + " isClosed=" + isClosed);
        }
        if (mappings != pagedMappings) {
            throw new VerbsException(Errno.EBUSY, "memory block is pinned: mappings=" + (mappings - pagedMappings));
        }
        if (count == 0) {
            return;
        }
        final long start = Math.max(address, (address + offset) & PageTable.PAGE_MASK);
        final long pagesEnd = (address + offset + count + PageTable.PAGE_SIZE - 1) & PageTable.PAGE_MASK;
        final long bytes = Math.min(address + length, pagesEnd) - start;
        memory.invalidate(start, bytes);
        HostBytes.clear(start, bytes);
        if (present != null) {
            present.clear(pageOf(start), pageOf(start + bytes - 1) + 1);
        }
    }

    /** The host's page of an address is there for the device. */
    void faultedIn(final long start, final long bytes) {
        if (present == null) {
            present = new BitSet();
        }
        present.set(pageOf(start), pageOf(start + bytes - 1) + 1);
    }

    /**
     * Whether the host has the page of an address. What the processor does to it is not seen, but for what it leaves: a
     * page that holds something other than zero is there.
     */
    boolean isPresent(final long inPage) {
        final int page = pageOf(inPage);
        return present != null && present.get(page) || !isZero(page);
    }

    private boolean isZero(final int page) {
        if (bytes == null) {
            return true;
        }
        final long first = (address & PageTable.PAGE_MASK) + ((long) page << PageTable.PAGE_SHIFT);
        final int from = (int) (Math.max(first, address) - address);
        final int to = (int) (Math.min(first + PageTable.PAGE_SIZE, address + length) - address);
        for (int i = from; i < to; i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private int pageOf(final long inBlock) {
        return (int) ((inBlock >>> PageTable.PAGE_SHIFT) - (address >>> PageTable.PAGE_SHIFT));
    }

    @Override
    public void close() {
        memory.free(this);
    }

    /** Whether a range lies in this block; safe against overflow. */
    boolean contains(final long start, final long count) {
        final long offset = start - address;
        return offset >= 0 && count <= length && offset <= length - count;
    }
}
