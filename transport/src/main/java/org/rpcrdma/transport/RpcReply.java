// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.rpcrdma.wire.XdrReader;

/**
 * A reply that a client received. The message stays in its Receive buffer. The object is valid until
 * {@link ReplyHandler#onReply} returns. Not thread-safe.
 */
public interface RpcReply {
    /**
     * Returns the transaction id.
     *
     * @return the id in the transport header.
     */
    int xid();

    /**
     * Reads the header of the RPC reply and returns a reader for the results. The results are inline or in the memory
     * of {@link ClientCall#longestReply}. Results in Write chunks are not included ({@link #writeChunkLength}).
     *
     * @return a reader at the first result, valid for as long as this reply is. Each call of this method moves the
     *     reader back to the first result.
     * @throws CallFailedException   if the reply is malformed or reports that the call was not executed.
     * @throws IllegalStateException if the reply is in the caller's {@linkplain ClientCall#replySegment segments}.
     */
    XdrReader results();

    /**
     * Reads the next result, which must be a variable-length opaque. Its bytes are in the reply message or in the
     * memory of its {@link ClientCall#result}. This method is the counterpart of {@link ProcedureCall#data()}. It
     * starts at the position of the last {@link #results()} reader, or at the first result if {@link #results()} was
     * not called, and moves the reader past the opaque. The n-th data item corresponds to the n-th result of the call.
     *
     * @return a view of the data, without a copy, valid until {@link ReplyHandler#onReply} returns. The next call of
     *     this method reuses the view. Bytes in the caller's memory remain valid.
     * @throws CallFailedException                  for the same reasons as {@link #results()}.
     * @throws org.rpcrdma.wire.XdrReader.Malformed if the opaque is incomplete, or its length in the message differs
     *                                              from the length of the Write chunk.
     * @throws IllegalStateException                if the result is in the caller's
     *                                              {@linkplain ClientCall#writeSegment segments}.
     */
    OpaqueData data();

    /**
     * Checks that the server executed the call, as {@link #results()} does. A reply in the caller's
     * {@linkplain ClientCall#replySegment segments} is not checked; the caller must read its header.
     *
     * @throws CallFailedException if the reply is malformed or reports that the call was not executed.
     */
    void checkCarriedOut();

    /**
     * Returns the buffer that contains the RPC reply message.
     *
     * @return a read-only view.
     */
    DirectBuffer message();

    /**
     * Returns the offset of the RPC reply message in {@link #message()}.
     *
     * @return the offset in bytes.
     */
    int messageOffset();

    /**
     * Returns the length of the RPC reply message.
     *
     * @return the length in bytes; 0 for a reply in the Reply chunk.
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
     * @return the length in bytes; 0 if the reply arrived inline.
     */
    int replyChunkLength();

    /**
     * Returns the number of bytes that the peer wrote to a Write chunk, or to the memory of a
     * {@link ClientCall#result}.
     *
     * @param chunk the index of the chunk or result, from 0, in the order in which the caller added them.
     * @return the number of bytes; 0 if the peer did not use the chunk, in which case the result is in the reply
     *     message.
     */
    int writeChunkLength(int chunk);
}
