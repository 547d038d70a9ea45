// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.rpcrdma.wire.XdrReader;

/**
 * A reply that a client received, in place in its Receive buffer. Valid until {@link ReplyHandler#onReply} returns. Not
 * thread-safe.
 */
public interface RpcReply {
    /**
     * Returns the transaction id.
     *
     * @return the id in the transport header.
     */
    int xid();

    /**
     * Reads the head of the RPC reply and returns a reader of the results. The results are inline or in the memory of
     * {@link ClientCall#longestReply}; results in Write chunks are not included ({@link #writeChunkLength}).
     *
     * @return a reader at the first result, valid as long as this reply; each call of this method starts at the first
     *     result again.
     * @throws CallFailedException   if the reply reports that the call was not executed, or is malformed.
     * @throws IllegalStateException if the reply is in the caller's {@linkplain ClientCall#replySegment segments}.
     */
    XdrReader results();

    /**
     * Reads the next result, an opaque of variable length. Its bytes are in the reply message or in the memory of its
     * {@link ClientCall#result}. This is the counterpart of {@link ProcedureCall#data()}. This method starts at the
     * position of the last {@link #results()} reader, or at the first result if there is no reader, and advances the
     * reader past the opaque. The n-th data item corresponds to the n-th result of the call.
     *
     * @return a view of the data, not a copy, valid until {@link ReplyHandler#onReply} returns; the next call of this
     *     method reuses it. Bytes in the caller's memory remain valid.
     * @throws CallFailedException                  as {@link #results()}.
     * @throws org.rpcrdma.wire.XdrReader.Malformed if it is incomplete, or the length in the message differs from the
     *                                              Write chunk's.
     * @throws IllegalStateException                if the result is in the caller's
     *                                              {@linkplain ClientCall#writeSegment segments}.
     */
    OpaqueData data();

    /**
     * Checks that the server executed the call, as {@link #results()} does. Does not check a reply in the caller's
     * {@linkplain ClientCall#replySegment segments}, whose head the caller must read.
     *
     * @throws CallFailedException if the reply reports that the call was not executed, or is malformed.
     */
    void checkCarriedOut();

    /**
     * Returns the buffer that holds the RPC reply message.
     *
     * @return a read-only view.
     */
    DirectBuffer message();

    /**
     * Returns the offset of the RPC reply message in {@link #message()}.
     *
     * @return the offset, in bytes.
     */
    int messageOffset();

    /**
     * Returns the length of the RPC reply message.
     *
     * @return the length, in bytes; 0 for a reply in the Reply chunk.
     */
    int messageLength();

    /**
     * Returns true if the reply message is in the Reply chunk, in the caller's memory.
     *
     * @return true for a reply in the Reply chunk, false for an inline reply.
     */
    boolean inReplyChunk();

    /**
     * Returns the length of the message in the Reply chunk.
     *
     * @return the length, in bytes; 0 if it came inline.
     */
    int replyChunkLength();

    /**
     * Returns the number of bytes that the peer wrote to a Write chunk, or to the memory of a
     * {@link ClientCall#result}.
     *
     * @param chunk the index of the chunk or result, from 0, in the order in which the caller added them.
     * @return the number of bytes; 0 if the peer did not use the chunk: the result is then in the reply message.
     */
    int writeChunkLength(int chunk);
}
