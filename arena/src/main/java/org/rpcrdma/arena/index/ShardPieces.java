// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.collections.ArrayUtil;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A shard whose memory cannot be allocated in one piece. It consists of several separately mapped blocks, which contain
 * its slots in ascending order. It begins with one block, and further blocks are added when they are needed and
 * available.
 *
 * <pre>
 *   slots     0 ... 7         8 ... 11    12     13 14 15
 *           +---------------+-----------+------+
 *           |    32 KB      |   16 KB   | 4 KB |   missing
 *           +---------------+-----------+------+
 * </pre>
 *
 * <p>Offsets are the same as in a shard that consists of one piece. Only one thread at a time may add pieces or close
 * the shard; any thread that holds a buffer of a piece may read the piece. This object owns the blocks and mappings.
 */
public final class ShardPieces implements MemoryBlock, ShardMapping {
    private final ShardGeometry geometry;
    /**
     * The pieces in ascending order of slots. Volatile, so that a thread that holds a buffer finds the buffer's piece.
     */
    private volatile Piece[] pieces = {};
    /** The pieces, including the piece that is about to be added. */
    private Piece[] more;

    /** A block of a shard's memory, with its mapping. */
    private record Piece(int firstSlot, int endSlot, MemoryBlock block, ShardMapping mapping) {}

    public ShardPieces(final ShardGeometry geometry) {
        this.geometry = geometry;
    }

    /** Returns the number of slots present. Lower slots come first. */
    public int slots() {
        final Piece[] all = pieces;
        return all.length == 0 ? 0 : all[all.length - 1].endSlot;
    }

    /** Returns the size of the largest block that the missing slots can use, but at most the size of the last block. */
    public int bytesMissing() {
        final int missing = (geometry.slots - slots()) * geometry.bufferSize;
        final int largest = Math.max(Integer.highestOneBit(missing), geometry.leastPiece());
        return (int) Math.min(largest, pieces[pieces.length - 1].block.length());
    }

    /** Prepares to add a mapped block for the slots that follow the present slots. */
    public void expect(final MemoryBlock block, final ShardMapping mapping) {
        final int first = slots();
        more = ArrayUtil.add(pieces, new Piece(first, first + slots(block), block, mapping));
    }

    /** Adds the prepared block, and takes ownership of it. Allocates nothing. */
    public void add() {
        pieces = more;
    }

    /** Returns the number of missing slots that a block can hold. */
    public int slots(final MemoryBlock block) {
        return (int) Math.min(geometry.slots - slots(), block.length() / geometry.bufferSize);
    }

    private Piece pieceOf(final int slot) {
        final Piece[] all = pieces;
        int i = all.length - 1;
        while (all[i].firstSlot > slot) {
            i--;
        }
        return all[i];
    }

    private int offsetIn(final Piece piece, final int offset) {
        return offset - piece.firstSlot * geometry.bufferSize;
    }

    long address(final int slot) {
        final Piece piece = pieceOf(slot);
        return piece.block.address() + offsetIn(piece, slot * geometry.bufferSize);
    }

    @Override
    public ByteBuffer buffer() {
        throw new UnsupportedOperationException("a shard in pieces has no contiguous memory");
    }

    /** Returns a view of a buffer's bytes. */
    ByteBuffer buffer(final int slot) {
        final Piece piece = pieceOf(slot);
        return piece.block.buffer().slice(offsetIn(piece, slot * geometry.bufferSize), geometry.bufferSize);
    }

    @Override
    public long iova(final int offset) {
        final Piece piece = pieceOf(offset / geometry.bufferSize);
        return piece.mapping.iova(offsetIn(piece, offset));
    }

    @Override
    public int lkey(final int offset) {
        final Piece piece = pieceOf(offset / geometry.bufferSize);
        return piece.mapping.lkey(offsetIn(piece, offset));
    }

    @Override
    public void syncForCpu(final int offset, final int length) {
        final Piece piece = pieceOf(offset / geometry.bufferSize);
        piece.mapping.syncForCpu(offsetIn(piece, offset), length);
    }

    /** Returns the address of the first buffer. */
    @Override
    public long address() {
        return address(0);
    }

    /** Returns the total size of the blocks, in bytes. */
    @Override
    public long length() {
        return Arrays.stream(pieces).mapToLong(piece -> piece.block.length()).sum();
    }

    @Override
    public int mappings() {
        return Arrays.stream(pieces).mapToInt(piece -> piece.mapping.mappings()).sum();
    }

    @Override
    public long pages() {
        return Arrays.stream(pieces).mapToLong(piece -> piece.mapping.pages()).sum();
    }

    @Override
    public long bytes() {
        return Arrays.stream(pieces).mapToLong(piece -> piece.mapping.bytes()).sum();
    }

    /** Unmaps and frees every piece, even if some fail. A repeated call retries the failed pieces. */
    @Override
    public void close() {
        Throwable failure = null;
        for (final Piece piece : pieces) {
            try {
                final Piece[] left = ArrayUtil.remove(pieces, piece);
                piece.mapping.close();
                piece.block.close();
                pieces = left;
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        Failures.rethrow(failure);
    }
}
