// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import java.util.Arrays;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * The memory that a call offers in chunks, and the registrations of this memory while the call is in progress. Each
 * attribute is an array.
 *
 * <pre>
 *   kind      READ      READ      WRITE     WRITE     REPLY
 *   group     position  position  chunk 0   chunk 1         the segment's chunk
 *   address, length                                         as staged
 *   iova, key                                               while registered
 *   pool, region, handle, mapped                            with a fast-register region
 *   memory, window                                          with a memory region, a window
 * </pre>
 *
 * <p>A range that is longer than a region is split into several segments.
 */
public final class ChunkSegments {
    static final int READ = 0;
    static final int WRITE = 1;
    static final int REPLY = 2;

    /**
     * The capacity of the arrays when the first chunk is added. Before that, the capacity is 0, because many calls have
     * no chunks.
     */
    private static final int FIRST_CAPACITY = 4;

    private static final int[] NO_INTS = {};
    private static final long[] NO_LONGS = {};

    int[] kind = NO_INTS;
    int[] group = NO_INTS;
    long[] address = NO_LONGS;
    int[] length = NO_INTS;
    FrmrPool[] pool = new FrmrPool[0];
    FastRegisterRegion[] region = new FastRegisterRegion[0];
    int[] handle = NO_INTS;
    long[] iova = NO_LONGS;
    int[] key = NO_INTS;
    long[] mapped = NO_LONGS;
    MemoryRegion[] memory = new MemoryRegion[0];
    ChunkWindow[] window = new ChunkWindow[0];

    /**
     * True if the peer can access the segment's memory, that is, if the memory is registered and has not been
     * invalidated.
     */
    boolean[] valid = new boolean[0];

    private final RegionLimits limits;
    private int count;
    private int writeChunks;
    private int readSegments;
    private int replySegments;
    private long readBytes;
    private boolean positionZero;

    public ChunkSegments(final RegionLimits limits) {
        this.limits = limits;
    }

    public void clear() {
        count = 0;
        writeChunks = 0;
        readSegments = 0;
        readBytes = 0;
        replySegments = 0;
        positionZero = false;
    }

    public void addRead(final int position, final long segmentAddress, final int segmentLength) {
        readSegments += add(READ, position, segmentAddress, segmentLength);
        readBytes += segmentLength;
        positionZero |= position == 0;
    }

    public void beginWriteChunk() {
        writeChunks++;
    }

    public void addWrite(final long segmentAddress, final int segmentLength) {
        if (writeChunks == 0) {
            throw new IllegalStateException("beginWriteChunk must be called before writeSegment");
        }
        add(WRITE, writeChunks - 1, segmentAddress, segmentLength);
    }

    public void addReply(final long segmentAddress, final int segmentLength) {
        replySegments += add(REPLY, 0, segmentAddress, segmentLength);
    }

    private int add(final int chunkKind, final int chunk, final long chunkAddress, final int chunkLength) {
        int added = 0;
        for (int done = 0; done < chunkLength; added++) {
            final int piece = limits.piece(chunkAddress + done, chunkLength - done);
            append(chunkKind, chunk, chunkAddress + done, piece);
            done += piece;
        }
        return added;
    }

    private void append(final int segmentKind, final int chunk, final long segmentAddress, final int segmentLength) {
        if (count == kind.length) {
            grow(Math.max(FIRST_CAPACITY, 2 * count));
        }
        kind[count] = segmentKind;
        group[count] = chunk;
        address[count] = segmentAddress;
        length[count] = segmentLength;
        valid[count] = false;
        count++;
    }

    private void grow(final int capacity) {
        kind = Arrays.copyOf(kind, capacity);
        group = Arrays.copyOf(group, capacity);
        address = Arrays.copyOf(address, capacity);
        length = Arrays.copyOf(length, capacity);
        pool = Arrays.copyOf(pool, capacity);
        region = Arrays.copyOf(region, capacity);
        handle = Arrays.copyOf(handle, capacity);
        iova = Arrays.copyOf(iova, capacity);
        key = Arrays.copyOf(key, capacity);
        mapped = Arrays.copyOf(mapped, capacity);
        memory = Arrays.copyOf(memory, capacity);
        window = Arrays.copyOf(window, capacity);
        valid = Arrays.copyOf(valid, capacity);
    }

    public int count() {
        return count;
    }

    public int writeChunks() {
        return writeChunks;
    }

    /** Returns the total length of the Read list, in bytes. */
    public long readBytes() {
        return readBytes;
    }

    /** Returns true if a Position-Zero Read chunk carries the message. */
    public boolean hasPositionZeroChunk() {
        return positionZero;
    }

    public int headerLength() {
        final int writeSegments = count - readSegments - replySegments;
        final int replyChunk = replySegments == 0 ? 0 : RpcRdmaHeader.CHUNK_HEAD_LENGTH - RpcRdmaHeader.LIST_END_LENGTH;
        return RpcRdmaHeader.MIN_LENGTH
                + readSegments * RpcRdmaHeader.READ_SEGMENT_LENGTH
                + writeChunks * RpcRdmaHeader.CHUNK_HEAD_LENGTH
                + replyChunk
                + (writeSegments + replySegments) * RpcRdmaHeader.CHUNK_SEGMENT_LENGTH;
    }

    /** Writes all chunk lists after the fixed part of the header. */
    public void writeLists(final RpcRdmaHeaderWriter writer) {
        for (int i = 0; i < count; i++) {
            if (kind[i] == READ) {
                writer.readSegment(group[i], key[i], length[i], iova[i]);
            }
        }
        for (int chunk = 0; chunk < writeChunks; chunk++) {
            writer.writeChunk();
            writeSegments(writer, WRITE, chunk);
        }
        if (replySegments > 0) {
            writer.replyChunk();
            writeSegments(writer, REPLY, 0);
        }
    }

    private void writeSegments(final RpcRdmaHeaderWriter writer, final int wantedKind, final int chunk) {
        for (int i = 0; i < count; i++) {
            if (kind[i] == wantedKind && group[i] == chunk) {
                writer.segment(key[i], length[i], iova[i]);
            }
        }
    }

    /** Records that the peer has invalidated a key. Keys of other calls are ignored. */
    public void invalidated(final int invalidatedKey) {
        for (int i = 0; i < count; i++) {
            if (key[i] == invalidatedKey) {
                valid[i] = false;
            }
        }
    }

    public void allInvalidated() {
        Arrays.fill(valid, 0, count, false);
    }

    public int validCount() {
        int valids = 0;
        for (int i = 0; i < count; i++) {
            valids += valid[i] ? 1 : 0;
        }
        return valids;
    }

    /** Returns true if a reply uses only chunks that the call offered, and does not exceed their lengths. */
    public boolean admits(final RpcRdmaHeader reply) {
        if (reply.readSegmentCount() != 0 || reply.writeChunkCount() > writeChunks) {
            return false;
        }
        final boolean inChunk = reply.procedure() == RpcRdmaHeader.RDMA_NOMSG;
        if (inChunk && (replySegments == 0 || !reply.hasReplyChunk())) {
            return false;
        }
        for (int chunk = 0; chunk < reply.writeChunkCount(); chunk++) {
            if (!admitsWriteChunk(reply, chunk)) {
                return false;
            }
        }
        return admitsReplyChunk(reply);
    }

    private boolean admitsWriteChunk(final RpcRdmaHeader reply, final int chunk) {
        int segment = 0;
        final int segments = reply.writeSegmentCount(chunk);
        for (int i = 0; i < count && segment < segments; i++) {
            if (kind[i] == WRITE && group[i] == chunk) {
                if (!admitsSegment(
                        i,
                        reply.writeHandle(chunk, segment),
                        reply.writeLength(chunk, segment),
                        reply.writeOffset(chunk, segment))) {
                    return false;
                }
                segment++;
            }
        }
        return segment == segments;
    }

    private boolean admitsReplyChunk(final RpcRdmaHeader reply) {
        int segment = 0;
        final int segments = reply.replySegmentCount();
        for (int i = 0; i < count && segment < segments; i++) {
            if (kind[i] == REPLY) {
                if (!admitsSegment(
                        i, reply.replyHandle(segment), reply.replyLength(segment), reply.replyOffset(segment))) {
                    return false;
                }
                segment++;
            }
        }
        return segment == segments;
    }

    /**
     * Returns true if a segment in the reply matches the offered segment, and its length does not exceed the offered
     * length.
     */
    private boolean admitsSegment(final int i, final int replyKey, final long bytes, final long offset) {
        return replyKey == key[i] && offset == iova[i] && bytes <= length[i];
    }
}
