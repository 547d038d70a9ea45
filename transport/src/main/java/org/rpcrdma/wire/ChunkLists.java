// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.wire.RpcRdmaLayout.CHUNK_COUNT;
import static org.rpcrdma.wire.RpcRdmaLayout.CHUNK_SEGMENTS;
import static org.rpcrdma.wire.RpcRdmaLayout.READ_ENTRY_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.SEGMENT_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.WORD;

import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * The chunk lists of a transport header. This class walks the lists once, checks all counts against the bytes received,
 * and locates segments.
 *
 * <pre>
 *   Read list     1, position, handle, length, offset    1, ...    0
 *   Write list    1, count, segments                     1, ...    0
 *   Reply chunk   1, count, segments                     or        0
 * </pre>
 */
abstract sealed class ChunkLists permits RpcRdmaHeader {
    /** The length, in bytes, of an empty Read list, Write list and Reply chunk: one word each. */
    private static final int EMPTY_LISTS_LENGTH = 3 * WORD;

    /** The positions of the Write chunks. The array grows to the largest number of chunks encountered. */
    private int[] writeChunks = new int[4];

    /** The buffer that contains the message. */
    DirectBuffer buffer;

    /** The offset after the last byte of the message. */
    int limit;

    /** The offset after the header. */
    int end;

    int readSegmentCount;
    int writeChunkCount;
    private int readList;
    private int replyChunk = -1;

    /**
     * Walks all lists and finds the end of the header.
     *
     * @return {@link HeaderStatus#VALID}, or the reason why the header is rejected, in which case all lists are empty.
     */
    final int walk(final int position) {
        final int fixedEnd = end;
        if (limit - position >= EMPTY_LISTS_LENGTH && areListsEmpty(position)) {
            readList = position;
            end = position + EMPTY_LISTS_LENGTH;
            return HeaderStatus.VALID;
        }
        int status = readList(position);
        if (status == HeaderStatus.VALID) {
            status = writeList(end);
        }
        if (status == HeaderStatus.VALID) {
            status = replyChunk(end);
        }
        if (status != HeaderStatus.VALID) {
            clearLists();
            end = fixedEnd;
        }
        return status;
    }

    private boolean areListsEmpty(final int position) {
        return (twoWords(position) | word(position + Long.BYTES)) == 0;
    }

    private int readList(final int first) {
        readList = first;
        final int last = limit;
        int position = first;
        int count = 0;
        while (last - position >= WORD) {
            final int more = word(position);
            if (more == 0) {
                readSegmentCount = count;
                end = position + WORD;
                return HeaderStatus.VALID;
            }
            if (more != 1) {
                return HeaderStatus.BAD_LIST;
            }
            count++;
            position += READ_ENTRY_LENGTH;
        }
        return HeaderStatus.TRUNCATED;
    }

    private int writeList(final int first) {
        int position = first;
        while (limit - position >= WORD) {
            final int more = word(position);
            if (more == 0) {
                end = position + WORD;
                return HeaderStatus.VALID;
            }
            if (more != 1) {
                return HeaderStatus.BAD_LIST;
            }
            if (writeChunkCount == RpcRdmaHeader.MAX_WRITE_CHUNKS) {
                return HeaderStatus.TOO_MANY_CHUNKS;
            }
            final int next = chunkEnd(position);
            if (next < 0) {
                return HeaderStatus.TRUNCATED;
            }
            if (writeChunkCount == writeChunks.length) {
                writeChunks = Arrays.copyOf(writeChunks, 2 * writeChunkCount);
            }
            writeChunks[writeChunkCount++] = position;
            position = next;
        }
        return HeaderStatus.TRUNCATED;
    }

    private int replyChunk(final int position) {
        if (limit - position < WORD) {
            return HeaderStatus.TRUNCATED;
        }
        final int present = word(position);
        if (present == 0) {
            end = position + WORD;
            return HeaderStatus.VALID;
        }
        if (present != 1) {
            return HeaderStatus.BAD_LIST;
        }
        final int next = chunkEnd(position);
        if (next < 0) {
            return HeaderStatus.TRUNCATED;
        }
        replyChunk = position;
        end = next;
        return HeaderStatus.VALID;
    }

    /** Returns the end of the chunk at a position, or -1 if the chunk extends beyond the message. */
    private int chunkEnd(final int position) {
        final int room = limit - position - CHUNK_SEGMENTS;
        if (room < 0) {
            return -1;
        }
        final int count = word(position + CHUNK_COUNT);
        if (Integer.compareUnsigned(count, room / SEGMENT_LENGTH) > 0) {
            return -1;
        }
        return position + CHUNK_SEGMENTS + count * SEGMENT_LENGTH;
    }

    /** Makes all lists empty. */
    final void clearLists() {
        readSegmentCount = 0;
        writeChunkCount = 0;
        replyChunk = -1;
    }

    final boolean isReplyChunkPresent() {
        return replyChunk >= 0;
    }

    final int replySegments() {
        return replyChunk < 0 ? 0 : word(replyChunk + CHUNK_COUNT);
    }

    final int writeSegments(final int chunk) {
        return word(writeChunk(chunk) + CHUNK_COUNT);
    }

    /** Returns the offset of a Read list entry, which begins with the segment's position. */
    final int readEntry(final int segment) {
        checkIndex("read segment", segment, readSegmentCount);
        return readList + segment * READ_ENTRY_LENGTH;
    }

    /** Returns the offset of a segment of a Write chunk. */
    final int writeSegment(final int chunk, final int segment) {
        final int position = writeChunk(chunk);
        checkIndex("write segment", segment, word(position + CHUNK_COUNT));
        return position + CHUNK_SEGMENTS + segment * SEGMENT_LENGTH;
    }

    private int writeChunk(final int chunk) {
        checkIndex("write chunk", chunk, writeChunkCount);
        return writeChunks[chunk];
    }

    /** Returns the offset of a segment of the Reply chunk. */
    final int replySegment(final int segment) {
        checkIndex("reply segment", segment, replySegments());
        return replyChunk + CHUNK_SEGMENTS + segment * SEGMENT_LENGTH;
    }

    private static void checkIndex(final String what, final int index, final int count) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("no such " + what + ": index=" + index + " count=" + count);
        }
    }

    final int word(final int position) {
        return buffer.getInt(position, BIG_ENDIAN);
    }

    final long twoWords(final int position) {
        return buffer.getLong(position, BIG_ENDIAN);
    }
}
