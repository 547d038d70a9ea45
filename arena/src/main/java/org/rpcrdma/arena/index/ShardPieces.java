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
 * A shard whose memory cannot be allocated in one piece: several blocks, each mapped by itself, for its slots from the
 * lowest on. It is made with one, and others are added as they are needed and can be allocated.
 *
 * <pre>
 *   slots     0 ... 7         8 ... 11    12     13 14 15
 *           +---------------+-----------+------+
 *           |    32 KB      |   16 KB   | 4 KB |   not there yet
 *           +---------------+-----------+------+
 * </pre>
 *
 * <p>Offsets are those of a shard in one piece. Pieces are added, and the shard closed, by one thread at a time; who
 * has a buffer of a piece reads it from any.
 */
public final class ShardPieces implements MemoryBlock, ShardMapping {
    private final ShardGeometry geometry;
    /** Those of the lowest slots first. Volatile: a holder of a buffer of a piece finds the piece. */
    private volatile Piece[] pieces = {};
    /** The pieces, with one that is to be added. */
    private Piece[] more;

    /** A block of a shard's memory, and its mapping. */
    private record Piece(int firstSlot, int endSlot, MemoryBlock block, ShardMapping mapping) {}

    public ShardPieces(final ShardGeometry geometry) {
        this.geometry = geometry;
    }

    /** Returns slots that are there: those below this one. */
    public int slots() {
        final Piece[] all = pieces;
        return all.length == 0 ? 0 : all[all.length - 1].endSlot;
    }

    /** Returns the largest block that the slots which are not there yet can use, no larger than the last one. */
    public int bytesMissing() {
        final int missing = (geometry.slots - slots()) * geometry.bufferSize;
        final int largest = Math.max(Integer.highestOneBit(missing), geometry.leastPiece());
        return (int) Math.min(largest, pieces[pieces.length - 1].block.length());
    }

    /** Makes room for a mapped block, whose slots come behind those that are there. */
    public void expect(final MemoryBlock block, final ShardMapping mapping) {
        final int first = slots();
        more = ArrayUtil.add(pieces, new Piece(first, first + slots(block), block, mapping));
    }

    /** Adds the block that is expected, which is closed with this shard from now on. Makes no object. */
    public void add() {
        pieces = more;
    }

    /** Returns slots that a block has, of those that are not there yet. */
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
        throw new UnsupportedOperationException("a shard in pieces has no buffer of all");
    }

    /** Returns the bytes of a buffer. */
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

    /** Returns bytes of the blocks. */
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

    /**
     * Ends every piece's mapping and gives its block back; where that fails, the others' all the same. Closing again
     * tries those that are left.
     */
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
