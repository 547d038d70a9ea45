// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private final List<Piece> pieces = new ArrayList<>();
    /** The piece of each slot; null where there is none yet. */
    private final Piece[] ofSlots;

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
        ofSlots = new Piece[geometry.slots];
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
        pieces.add(piece);
        Arrays.fill(ofSlots, first, end, piece);
        slots = end;
    }

    long address(final int slot) {
        final Piece piece = ofSlots[slot];
        return piece.block.address() + (long) (slot - piece.firstSlot) * geometry.bufferSize;
    }

    /** Returns the bytes of a buffer. */
    public ByteBuffer buffer(final int slot) {
        final Piece piece = ofSlots[slot];
        return piece.block.buffer().slice((slot - piece.firstSlot) * geometry.bufferSize, geometry.bufferSize);
    }

    private Piece pieceOf(final int offset) {
        return ofSlots[offset / geometry.bufferSize];
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
        return pieces.stream().mapToInt(piece -> piece.mapping.mappings()).sum();
    }

    @Override
    public long pages() {
        return pieces.stream().mapToLong(piece -> piece.mapping.pages()).sum();
    }

    @Override
    public long bytes() {
        return pieces.stream().mapToLong(piece -> piece.mapping.bytes()).sum();
    }

    /** Returns the blocks' sizes, one after the other. */
    public int[] sizes() {
        return pieces.stream().mapToInt(piece -> (int) piece.block.length()).toArray();
    }

    /** Ends every piece's mapping and gives its block back; where that fails, the others' all the same. */
    @Override
    public void close() {
        Throwable failure = null;
        for (final Piece piece : pieces) {
            try {
                piece.close();
            } catch (final RuntimeException | Error e) {
                failure = Failures.join(failure, e);
            }
        }
        Failures.rethrow(failure);
    }
}
