// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.rpcrdma.wire.RpcRdmaLayout.CHUNK_SEGMENTS;
import static org.rpcrdma.wire.RpcRdmaLayout.FIXED_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.READ_ENTRY_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.SEGMENT_LENGTH;
import static org.rpcrdma.wire.RpcRdmaLayout.WORD;

import org.agrona.DirectBuffer;

/**
 * Reads an RPC-over-RDMA version 1 transport header (RFC 8166, section 4) in place.
 *
 * <pre>
 *  offset                                                                       headerLength
 *  v                                                                            v
 *  +-----+---------+---------+-----------+-----------+------------+-------------+-------------+
 *  | xid | version | credits | procedure | Read list | Write list | Reply chunk | RPC message |
 *  +-----+---------+---------+-----------+-----------+------------+-------------+-------------+
 *    4        4         4          4        24 n + 4    variable     variable
 * </pre>
 *
 * <p>{@link #wrap(DirectBuffer, int, int)} walks all lists once, checks all counts against the bytes received, and
 * records the offset of each list. The accessors then read single words. If the status is not {@link
 * HeaderStatus#VALID}, all lists are empty. Unless the status is {@link HeaderStatus#TOO_SHORT}, {@link #xid()}, {@link
 * #version()}, {@link #credits()} and {@link #procedure()} can still be read to build an error reply.
 *
 * <p>The format of RDMA_ERROR is the same in all versions. Therefore, an RDMA_ERROR of any version is valid.
 *
 * <p>The caller owns the buffer, which must not change while the flyweight is in use. Not thread-safe.
 */
public final class RpcRdmaHeader extends ChunkLists {
    /** The protocol version that this class reads. */
    public static final int PROTOCOL_VERSION = 1;
    /** The length, in bytes, of a header with empty chunk lists. */
    public static final int MIN_LENGTH = FIXED_LENGTH + 3 * WORD;
    /** The length, in bytes, of a segment in the Read list, including its position. */
    public static final int READ_SEGMENT_LENGTH = READ_ENTRY_LENGTH;
    /** The length, in bytes, of a Write chunk or Reply chunk before its segments. */
    public static final int CHUNK_HEAD_LENGTH = CHUNK_SEGMENTS;
    /** The length, in bytes, of a segment in a Write chunk or Reply chunk. */
    public static final int CHUNK_SEGMENT_LENGTH = SEGMENT_LENGTH;
    /** The length, in bytes, of the word that terminates a list or represents an absent Reply chunk. */
    public static final int LIST_END_LENGTH = WORD;
    /** The maximum number of Write chunks in a header. */
    public static final int MAX_WRITE_CHUNKS = 64;

    /** Procedure: an RPC message follows the header. */
    public static final int RDMA_MSG = 0;
    /** Procedure: a chunk carries the RPC message; nothing follows the header. */
    public static final int RDMA_NOMSG = 1;
    /** Procedure: RDMA_MSG with padding; deprecated by RFC 8166. */
    public static final int RDMA_MSGP = 2;
    /** Procedure: the client no longer needs the chunks; deprecated by RFC 8166. */
    public static final int RDMA_DONE = 3;
    /** Procedure: the peer rejected a header. */
    public static final int RDMA_ERROR = 4;

    /** Error code: the version is not supported. */
    public static final int ERR_VERS = 1;
    /** Error code: the chunk lists, or any other part of the header, cannot be used. */
    public static final int ERR_CHUNK = 2;

    private int start;
    private int procedure;

    /** Creates a flyweight that does not wrap anything yet. */
    public RpcRdmaHeader() {}

    /**
     * Wraps a received message and validates its entire transport header.
     *
     * @param message the buffer that contains the message.
     * @param offset  the offset of the first byte of the header.
     * @param length  the length of the message in bytes, which must be within the buffer.
     * @return {@link HeaderStatus#VALID}, or the reason why the header is rejected.
     */
    public int wrap(final DirectBuffer message, final int offset, final int length) {
        buffer = message;
        start = offset;
        limit = offset + length;
        end = offset + FIXED_LENGTH;
        clearLists();
        if (length < FIXED_LENGTH) {
            procedure = -1;
            return HeaderStatus.TOO_SHORT;
        }
        procedure = word(start + RpcRdmaLayout.PROCEDURE);
        if (procedure == RDMA_ERROR) {
            return error();
        }
        if (version() != PROTOCOL_VERSION) {
            return HeaderStatus.BAD_VERSION;
        }
        return switch (procedure) {
            case RDMA_MSG, RDMA_NOMSG -> walk(start + FIXED_LENGTH);
            case RDMA_MSGP -> walk(start + FIXED_LENGTH + RpcRdmaLayout.MSGP_LENGTH);
            case RDMA_DONE -> HeaderStatus.VALID;
            default -> HeaderStatus.BAD_PROCEDURE;
        };
    }

    private int error() {
        if (limit - start < RpcRdmaLayout.ERR_CHUNK_LENGTH) {
            return HeaderStatus.TRUNCATED;
        }
        final int code = errorCode();
        if (code != ERR_VERS && code != ERR_CHUNK) {
            return HeaderStatus.BAD_CODE;
        }
        final int needed = code == ERR_VERS ? RpcRdmaLayout.ERR_VERS_LENGTH : RpcRdmaLayout.ERR_CHUNK_LENGTH;
        if (limit - start < needed) {
            return HeaderStatus.TRUNCATED;
        }
        end = start + needed;
        return HeaderStatus.VALID;
    }

    /**
     * Returns the transaction id, which a call and its reply have in common.
     *
     * @return any 32-bit value.
     */
    public int xid() {
        return word(start + RpcRdmaLayout.XID);
    }

    /**
     * Returns the protocol version of the header.
     *
     * @return the version; 1 after VALID, except for RDMA_ERROR.
     */
    public int version() {
        return word(start + RpcRdmaLayout.VERSION);
    }

    /**
     * Returns the number of credits that a Requester requests or a Responder grants.
     *
     * @return the number, unsigned.
     */
    public long credits() {
        return unsigned(start + RpcRdmaLayout.CREDITS);
    }

    /**
     * Returns the procedure.
     *
     * @return one of {@link #RDMA_MSG} to {@link #RDMA_ERROR} after VALID; -1 after TOO_SHORT.
     */
    public int procedure() {
        return procedure;
    }

    /**
     * Returns the length of the transport header. The RPC message follows it.
     *
     * @return the length in bytes.
     */
    public int headerLength() {
        return end - start;
    }

    /**
     * Returns the number of segments in the Read list.
     *
     * @return the number; 0 if the list is empty.
     */
    public int readSegmentCount() {
        return readSegmentCount;
    }

    /**
     * Returns the position of a Read segment in the RPC message. Segments with the same position form one chunk.
     *
     * @param segment the index of the segment, from 0.
     * @return the byte offset in the XDR stream, unsigned; 0 for a Position-Zero chunk.
     */
    public long readPosition(final int segment) {
        return unsigned(readEntry(segment) + RpcRdmaLayout.READ_POSITION);
    }

    /**
     * Returns the remote key of a Read segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the key.
     */
    public int readHandle(final int segment) {
        return word(readEntry(segment) + RpcRdmaLayout.READ_SEGMENT + RpcRdmaLayout.SEGMENT_HANDLE);
    }

    /**
     * Returns the length of a Read segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the length in bytes, an unsigned 32-bit number.
     */
    public long readLength(final int segment) {
        return unsigned(readEntry(segment) + RpcRdmaLayout.READ_SEGMENT + RpcRdmaLayout.SEGMENT_BYTES);
    }

    /**
     * Returns the address of a Read segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the iova, an unsigned 64-bit number.
     */
    public long readOffset(final int segment) {
        return doubleWord(readEntry(segment) + RpcRdmaLayout.READ_SEGMENT + RpcRdmaLayout.SEGMENT_OFFSET);
    }

    /**
     * Returns the number of chunks in the Write list.
     *
     * @return the number, at most {@link #MAX_WRITE_CHUNKS}; 0 if the list is empty.
     */
    public int writeChunkCount() {
        return writeChunkCount;
    }

    /**
     * Returns the number of segments in a Write chunk.
     *
     * @param chunk the index of the chunk, from 0.
     * @return the number, 0 or more.
     */
    public int writeSegmentCount(final int chunk) {
        return writeSegments(chunk);
    }

    /**
     * Returns the remote key of a Write segment.
     *
     * @param chunk   the index of the chunk, from 0.
     * @param segment the index of the segment in the chunk, from 0.
     * @return the key.
     */
    public int writeHandle(final int chunk, final int segment) {
        return word(writeSegment(chunk, segment) + RpcRdmaLayout.SEGMENT_HANDLE);
    }

    /**
     * Returns the length of a Write segment. In a call, this is the segment's capacity. In a reply, it is the number of
     * bytes written.
     *
     * @param chunk   the index of the chunk, from 0.
     * @param segment the index of the segment in the chunk, from 0.
     * @return the length in bytes, an unsigned 32-bit number.
     */
    public long writeLength(final int chunk, final int segment) {
        return unsigned(writeSegment(chunk, segment) + RpcRdmaLayout.SEGMENT_BYTES);
    }

    /**
     * Returns the address of a Write segment.
     *
     * @param chunk   the index of the chunk, from 0.
     * @param segment the index of the segment in the chunk, from 0.
     * @return the iova, an unsigned 64-bit number.
     */
    public long writeOffset(final int chunk, final int segment) {
        return doubleWord(writeSegment(chunk, segment) + RpcRdmaLayout.SEGMENT_OFFSET);
    }

    /**
     * Returns true if there is a Reply chunk.
     *
     * @return true if the header contains a Reply chunk, even if it has no segments.
     */
    public boolean hasReplyChunk() {
        return isReplyChunkPresent();
    }

    /**
     * Returns the number of segments in the Reply chunk.
     *
     * @return the number; 0 if there is no Reply chunk.
     */
    public int replySegmentCount() {
        return replySegments();
    }

    /**
     * Returns the remote key of a Reply segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the key.
     */
    public int replyHandle(final int segment) {
        return word(replySegment(segment) + RpcRdmaLayout.SEGMENT_HANDLE);
    }

    /**
     * Returns the length of a Reply segment. In a call, this is the segment's capacity. In a reply, it is the number of
     * bytes written.
     *
     * @param segment the index of the segment, from 0.
     * @return the length in bytes, an unsigned 32-bit number.
     */
    public long replyLength(final int segment) {
        return unsigned(replySegment(segment) + RpcRdmaLayout.SEGMENT_BYTES);
    }

    /**
     * Returns the address of a Reply segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the iova, an unsigned 64-bit number.
     */
    public long replyOffset(final int segment) {
        return doubleWord(replySegment(segment) + RpcRdmaLayout.SEGMENT_OFFSET);
    }

    /**
     * Returns the error code of an RDMA_ERROR.
     *
     * @return {@link #ERR_VERS} or {@link #ERR_CHUNK}.
     */
    public int errorCode() {
        return word(start + RpcRdmaLayout.ERROR_CODE);
    }

    /**
     * Returns the lowest version that the sender of ERR_VERS supports.
     *
     * @return the version, unsigned.
     */
    public long lowestVersion() {
        return unsigned(start + RpcRdmaLayout.LOWEST_VERSION);
    }

    /**
     * Returns the highest version that the sender of ERR_VERS supports.
     *
     * @return the version, unsigned.
     */
    public long highestVersion() {
        return unsigned(start + RpcRdmaLayout.HIGHEST_VERSION);
    }

    private long unsigned(final int position) {
        return Integer.toUnsignedLong(word(position));
    }

    private long doubleWord(final int position) {
        return twoWords(position);
    }
}
