// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

import java.nio.ByteBuffer;
import java.util.BitSet;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/** A block of memory from a {@link HostMemory}. */
public final class HostMemoryBlock extends Resident implements MemoryBlock {
    /** The slab that contains the block's bytes, or null for an address-only block. */
    final Slab slab;

    final byte cell;
    /** The binary logarithm of the alignment. */
    private final byte alignmentShift;

    private boolean isClosed;
    private final HostMemory memory;
    private final boolean isOfPeer;
    private int mappings;
    private final long address;
    private final int length;
    /** The state that few blocks need; null until it is needed. */
    private Rare rare;

    /** The state of blocks that on-demand regions use, and of blocks in further pieces. */
    private static final class Rare {
        /** The number of contiguous pieces in addition to those that the alignment implies. */
        int furtherPieces;
        /** The pages that are present for the device, indexed from the block's first page. */
        final BitSet present = new BitSet();
        /** The number of mappings that do not prevent the block from being freed: pages of on-demand regions. */
        int mappings;
    }

    HostMemoryBlock(
            final HostMemory memory, final BlockKind kind, final Slab slab, final int length, final long alignment) {
        this.memory = memory;
        isOfPeer = kind == BlockKind.PEER;
        alignmentShift = (byte) Long.numberOfTrailingZeros(alignment);
        this.slab = slab;
        cell = (byte) slab.take(length);
        this.length = length;
        address = slab.address(cell);
    }

    /** Creates an address-only block. */
    public HostMemoryBlock(
            final HostMemory memory, final BlockKind kind, final long address, final int length, final long alignment) {
        this.memory = memory;
        isOfPeer = kind == BlockKind.PEER;
        alignmentShift = (byte) Long.numberOfTrailingZeros(alignment);
        this.address = address;
        this.length = length;
        slab = null;
        cell = 0;
    }

    @Override
    HostMemoryBlock block() {
        return this;
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
        if (slab == null) {
            throw new UnsupportedOperationException(
                    "memory block is address-only and contains no bytes: length=" + length);
        }
        return slab.bytes(cell, length);
    }

    @Override
    public void discard(final long offset, final long count) {
        if (isClosed || offset < 0 || count < 0 || offset > length - count) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range is outside the block: offset=" + offset + " length=" + count + " limit=" + length
                            + " isClosed=" + isClosed);
        }
        if (pins() != 0) {
            throw new VerbsException(Errno.EBUSY, "memory block is pinned: mappings=" + pins());
        }
        if (count == 0) {
            return;
        }
        final long start = Math.max(address, (address + offset) & Pages.MASK);
        final long pagesEnd = (address + offset + count + Pages.SIZE - 1) & Pages.MASK;
        final long bytes = Math.min(address + length, pagesEnd) - start;
        memory.invalidate(start, bytes);
        HostBytes.clear(start, bytes);
        if (rare != null) {
            rare.present.clear(pageOf(start), pageOf(start + bytes - 1) + 1);
        }
    }

    /** Returns the kind of this memory. */
    public BlockKind kind() {
        return isOfPeer ? BlockKind.PEER : BlockKind.PROCESS;
    }

    /**
     * Returns the requested alignment, in bytes. Pages are physically contiguous up to this alignment, except at the
     * boundaries of {@linkplain #splitInto further pieces}.
     */
    public long alignment() {
        return 1L << alignmentShift;
    }

    /** Splits the block into more contiguous pieces than its alignment implies. */
    public void splitInto(final int more) {
        if (more != 0) {
            rare().furtherPieces = more;
        }
    }

    /**
     * Returns the number of contiguous pieces in a range. Further pieces count only if the range is the whole block.
     *
     * @param start the first address of the range.
     * @param bytes the length of the range, at least 1.
     * @param least the minimum size of a piece, a power of two.
     */
    public long pieces(final long start, final long bytes, final long least) {
        final long size = Math.max(least, alignment());
        return (start + bytes - 1) / size
                - start / size
                + 1
                + (bytes == length && rare != null ? rare.furtherPieces : 0);
    }

    public boolean isClosed() {
        return isClosed;
    }

    /** Returns true if a DMA mapping covers any part of the block. */
    public boolean isMapped() {
        return mappings != 0;
    }

    int mappings() {
        return mappings;
    }

    /** Returns the number of mappings that prevent the block from being freed. */
    int pins() {
        return rare == null ? mappings : mappings - rare.mappings;
    }

    void addMapping() {
        mappings++;
    }

    public void removeMapping() {
        mappings--;
    }

    /** Counts a mapping that belongs to a page of an on-demand region. The mapping ends when the block is freed. */
    public void addPagedMapping() {
        rare().mappings++;
    }

    public void removePagedMapping() {
        rare.mappings--;
    }

    private Rare rare() {
        if (rare == null) {
            rare = new Rare();
        }
        return rare;
    }

    /** Marks the block as freed. */
    void markClosed() {
        isClosed = true;
    }

    /** Marks the pages of a range as present for the device. */
    public void faultedIn(final long start, final long bytes) {
        rare().present.set(pageOf(start), pageOf(start + bytes - 1) + 1);
    }

    /**
     * Returns true if the page that contains an address is present. Accesses by the CPU are not observed, but a page
     * that contains a nonzero byte counts as present.
     */
    public boolean isPresent(final long inPage) {
        final int page = pageOf(inPage);
        return rare != null && rare.present.get(page) || !isZero(page);
    }

    private boolean isZero(final int page) {
        if (slab == null) {
            return true;
        }
        final long first = (address & Pages.MASK) + ((long) page << Pages.SHIFT);
        final int from = (int) (Math.max(first, address) - address);
        final int to = (int) (Math.min(first + Pages.SIZE, address + length) - address);
        final ByteBuffer bytes = slab.bytes(cell, length);
        for (int i = from; i < to; i++) {
            if (bytes.get(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private int pageOf(final long inBlock) {
        return (int) ((inBlock >>> Pages.SHIFT) - (address >>> Pages.SHIFT));
    }

    @Override
    public void close() {
        memory.free(this);
    }

    /** Returns true if this block contains a range. The check cannot overflow. */
    public boolean contains(final long start, final long count) {
        final long offset = start - address;
        return offset >= 0 && count <= length && offset <= length - count;
    }
}
