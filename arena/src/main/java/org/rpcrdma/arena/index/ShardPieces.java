// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.jvm.Failures;

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
public final class ShardPieces implements ShardMapping {
    private final ShardGeometry geometry;
    /** The piece of each slot; null where there is none yet. */
    private final Piece[] pieces;

    private volatile int slots;

    /** A block of a shard's memory, and its mapping. */
    private static final class Piece {
        final int firstSlot;
        final MemoryBlock block;
        final ShardMapping mapping;
        private boolean isMapped = true;
        private boolean isClosed;

        Piece(final int firstSlot, final MemoryBlock block, final ShardMapping mapping) {
            this.firstSlot = firstSlot;
            this.block = block;
            this.mapping = mapping;
        }

        void close() {
            if (isMapped) {
                mapping.close();
                isMapped = false;
            }
            if (!isClosed) {
                block.close();
                isClosed = true;
            }
        }
    }

    public ShardPieces(final ShardGeometry geometry) {
        this.geometry = geometry;
        pieces = new Piece[geometry.slots];
    }

    /** Returns slots that are there: those below this one. */
    public int slots() {
        return slots;
    }

    /** Returns true if every slot is there. */
    public boolean isWhole() {
        return slots == geometry.slots;
    }

    /** Returns the largest block that the slots which are not there yet can use. */
    public int bytesMissing() {
        final int missing = (geometry.slots - slots) * geometry.bufferSize;
        return Math.max(Integer.highestOneBit(missing), geometry.leastPiece());
    }

    /** Adds a mapped block, which is closed with this shard. Its slots come behind those that are there. */
    public void add(final MemoryBlock block, final ShardMapping mapping) {
        final int first = slots;
        final int end = Math.min(geometry.slots, first + (int) (block.length() / geometry.bufferSize));
        final Piece piece = new Piece(first, block, mapping);
        for (int slot = first; slot < end; slot++) {
            pieces[slot] = piece;
        }
        slots = end;
    }

    long address(final int slot) {
        final Piece piece = pieces[slot];
        return piece.block.address() + (long) (slot - piece.firstSlot) * geometry.bufferSize;
    }

    /** Returns the bytes of a buffer. */
    public ByteBuffer buffer(final int slot) {
        final Piece piece = pieces[slot];
        return piece.block.buffer().slice((slot - piece.firstSlot) * geometry.bufferSize, geometry.bufferSize);
    }

    private Piece pieceOf(final int offset) {
        return pieces[offset / geometry.bufferSize];
    }

    private int offsetIn(final Piece piece, final int offset) {
        return offset - piece.firstSlot * geometry.bufferSize;
    }

    @Override
    public long iova(final int offset) {
        final Piece piece = pieceOf(offset);
        return piece.mapping.iova(offsetIn(piece, offset));
    }

    @Override
    public int lkey(final int offset) {
        final Piece piece = pieceOf(offset);
        return piece.mapping.lkey(offsetIn(piece, offset));
    }

    @Override
    public void syncForCpu(final int offset, final int length) {
        final Piece piece = pieceOf(offset);
        piece.mapping.syncForCpu(offsetIn(piece, offset), length);
    }

    @Override
    public int mappings() {
        return (int) sum(piece -> piece.mapping.mappings());
    }

    @Override
    public long pages() {
        return sum(piece -> piece.mapping.pages());
    }

    @Override
    public long bytes() {
        return sum(piece -> piece.mapping.bytes());
    }

    /** Returns the blocks' sizes, one after the other. */
    public int[] sizes() {
        final int[] sizes = new int[(int) sum(piece -> 1)];
        int next = 0;
        for (int slot = 0; slot < slots; slot++) {
            if (pieces[slot].firstSlot == slot) {
                sizes[next++] = (int) pieces[slot].block.length();
            }
        }
        return sizes;
    }

    private long sum(final ToLongFunction<Piece> figure) {
        long sum = 0;
        for (int slot = 0; slot < slots; slot++) {
            sum += pieces[slot].firstSlot == slot ? figure.applyAsLong(pieces[slot]) : 0;
        }
        return sum;
    }

    /** Ends every piece's mapping and gives its block back; where that fails, the others' all the same. */
    @Override
    public void close() {
        Throwable failure = null;
        for (int slot = 0; slot < slots; slot++) {
            final Piece piece = pieces[slot];
            if (piece.firstSlot == slot) {
                try {
                    piece.close();
                } catch (final RuntimeException | Error e) {
                    failure = Failures.join(failure, e);
                }
            }
        }
        Failures.rethrow(failure);
    }
}
