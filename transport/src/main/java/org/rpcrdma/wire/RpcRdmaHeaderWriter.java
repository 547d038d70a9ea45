// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.wire.RpcRdmaLayout.FIXED_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.SEGMENT_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.WORD;

import org.agrona.MutableDirectBuffer;

/**
 * Writes an RPC-over-RDMA version 1 transport header (RFC 8166, section 4) part by part, in wire order.
 *
 * <pre>
 *  wrap ─▶ begin ─▶ readSegment* ─▶ ( writeChunk ─▶ segment* )* ─▶ [ replyChunk ─▶ segment* ] ─▶ finish
 *     └──▶ versionError | chunkError
 * </pre>
 *
 * <p>Lists that the caller omits are written as empty lists. Methods throw {@link IllegalStateException} if a header
 * part is written out of order or does not fit. The writer is reusable and allocates nothing. Not thread-safe.
 */
public final class RpcRdmaHeaderWriter {
    private static final int NOT_BEGUN = 0;
    private static final int READ_LIST = 1;
    private static final int WRITE_LIST = 2;
    private static final int REPLY_CHUNK = 3;

    private MutableDirectBuffer buffer;

    private int start;
    private int limit;
    private int position;
    private int part;
    private int countAt;
    private int segments;

    /** Creates a writer that does not wrap anything yet. */
    public RpcRdmaHeaderWriter() {}

    /**
     * Sets the buffer and the offset of the next header.
     *
     * @param target   the buffer, which the caller owns.
     * @param offset   the offset of the first byte of the header.
     * @param capacity the number of bytes that may be written, starting at the offset.
     * @return this.
     */
    public RpcRdmaHeaderWriter wrap(final MutableDirectBuffer target, final int offset, final int capacity) {
        buffer = target;
        start = offset;
        limit = offset + capacity;
        part = NOT_BEGUN;
        return this;
    }

    /**
     * Writes the fixed part of a header with chunk lists.
     *
     * @param xid       the transaction id.
     * @param credits   the number of credits requested or granted.
     * @param procedure {@link RpcRdmaHeader#RDMA_MSG} or {@link RpcRdmaHeader#RDMA_NOMSG}.
     * @return this.
     */
    public RpcRdmaHeaderWriter begin(final int xid, final int credits, final int procedure) {
        if (procedure != RpcRdmaHeader.RDMA_MSG && procedure != RpcRdmaHeader.RDMA_NOMSG) {
            throw new IllegalArgumentException("procedure must be RDMA_MSG or RDMA_NOMSG: procedure=" + procedure);
        }
        fixed(xid, RpcRdmaHeader.PROTOCOL_VERSION, credits, procedure);
        part = READ_LIST;
        return this;
    }

    /**
     * Adds a segment to the Read list.
     *
     * @param xdrPosition the position of the segment in the RPC message, in bytes.
     * @param handle      the remote key.
     * @param length      the length in bytes, an unsigned 32-bit number.
     * @param offset      the iova.
     * @return this.
     */
    public RpcRdmaHeaderWriter readSegment(
            final int xdrPosition, final int handle, final int length, final long offset) {
        if (part != READ_LIST) {
            throw outOfOrder("read segment");
        }
        word(1);
        word(xdrPosition);
        put(handle, length, offset);
        return this;
    }

    /**
     * Begins the next chunk of the Write list. Its segments follow.
     *
     * @return this.
     */
    public RpcRdmaHeaderWriter writeChunk() {
        if (part != READ_LIST && part != WRITE_LIST) {
            throw outOfOrder("write chunk");
        }
        endReadList();
        beginChunk();
        return this;
    }

    /**
     * Begins the Reply chunk. Its segments follow.
     *
     * @return this.
     */
    public RpcRdmaHeaderWriter replyChunk() {
        if (part != READ_LIST && part != WRITE_LIST) {
            throw outOfOrder("reply chunk");
        }
        endReadList();
        endWriteList();
        beginChunk();
        return this;
    }

    /**
     * Adds a segment to the current chunk.
     *
     * @param handle the remote key.
     * @param length the length in bytes, an unsigned 32-bit number.
     * @param offset the iova.
     * @return this.
     */
    public RpcRdmaHeaderWriter segment(final int handle, final int length, final long offset) {
        if (part < WRITE_LIST) {
            throw outOfOrder("segment");
        }
        put(handle, length, offset);
        buffer.putInt(countAt, ++segments, BIG_ENDIAN);
        return this;
    }

    /**
     * Completes the header.
     *
     * @return the length of the header in bytes, which is the offset of the RPC message.
     */
    public int finish() {
        if (part == NOT_BEGUN) {
            throw outOfOrder("finish");
        }
        if (part == READ_LIST) {
            return finishReadList();
        }
        final boolean replyChunk = part == REPLY_CHUNK;
        endWriteList();
        if (!replyChunk) {
            word(0);
        }
        part = NOT_BEGUN;
        return position - start;
    }

    /** Terminates the Read list, and writes an empty Write list and the word for an absent Reply chunk. */
    private int finishReadList() {
        reserve(3 * WORD);
        twoWords(0, 0);
        buffer.putInt(position, 0, BIG_ENDIAN);
        position += WORD;
        part = NOT_BEGUN;
        return position - start;
    }

    /**
     * Writes a complete RDMA_ERROR header with ERR_VERS.
     *
     * @param xid     the transaction id of the rejected header.
     * @param version the version in the rejected header, which is echoed.
     * @param credits the number of credits granted.
     * @param lowest  the lowest version that this side supports.
     * @param highest the highest version that this side supports.
     * @return the length of the header in bytes.
     */
    public int versionError(final int xid, final int version, final int credits, final int lowest, final int highest) {
        fixed(xid, version, credits, RpcRdmaHeader.RDMA_ERROR);
        word(RpcRdmaHeader.ERR_VERS);
        word(lowest);
        word(highest);
        return position - start;
    }

    /**
     * Writes a complete RDMA_ERROR header with ERR_CHUNK, which rejects the chunk lists or any other part of a header.
     *
     * @param xid     the transaction id of the rejected header.
     * @param version the version in the rejected header, which is echoed.
     * @param credits the number of credits granted.
     * @return the length of the header in bytes.
     */
    public int chunkError(final int xid, final int version, final int credits) {
        fixed(xid, version, credits, RpcRdmaHeader.RDMA_ERROR);
        word(RpcRdmaHeader.ERR_CHUNK);
        return position - start;
    }

    private void fixed(final int xid, final int version, final int credits, final int procedure) {
        if (part != NOT_BEGUN) {
            throw outOfOrder("begin");
        }
        position = start;
        reserve(FIXED_LENGTH);
        twoWords(xid, version);
        twoWords(credits, procedure);
    }

    /** Writes two words. The caller must have checked that they fit. */
    private void twoWords(final int first, final int second) {
        buffer.putLong(position, (long) first << Integer.SIZE | Integer.toUnsignedLong(second), BIG_ENDIAN);
        position += 2 * WORD;
    }

    private void endReadList() {
        if (part == READ_LIST) {
            word(0);
            part = WRITE_LIST;
        }
    }

    private void endWriteList() {
        if (part == WRITE_LIST) {
            word(0);
            part = REPLY_CHUNK;
        }
    }

    private void beginChunk() {
        word(1);
        countAt = position;
        segments = 0;
        word(0);
    }

    private void put(final int handle, final int length, final long offset) {
        reserve(SEGMENT_LENGTH);
        word(handle);
        word(length);
        buffer.putLong(position, offset, BIG_ENDIAN);
        position += Long.BYTES;
    }

    private void word(final int value) {
        reserve(WORD);
        buffer.putInt(position, value, BIG_ENDIAN);
        position += WORD;
    }

    private void reserve(final int bytes) {
        if (limit - position < bytes) {
            throw new IllegalStateException("header does not fit: capacity=" + (limit - start));
        }
    }

    private static IllegalStateException outOfOrder(final String piece) {
        return new IllegalStateException("header part written out of order: part=" + piece);
    }
}
