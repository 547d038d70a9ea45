// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.rpcrdma.wire.XdrReader;

/** A reply that a client received, in place in its Receive buffer. Valid until {@link ReplyHandler#onReply} returns. */
public interface RpcReply {
    /**
     * Returns the transaction id.
     *
     * @return the word of the transport header.
     */
    int xid();

    /**
     * Reads the head of the RPC reply and returns the results behind it, inline or in the memory of {@link
     * ClientCall#longestReply}. Those that came by Write chunks are not in it ({@link #writeChunkLength}).
     *
     * @return a reader at the first result, valid as long as this reply; every call begins anew.
     * @throws CallFailedException   if the reply tells that the call was not carried out, or is malformed.
     * @throws IllegalStateException if the reply is in {@linkplain ClientCall#replySegment segments} of the caller's.
     */
    XdrReader results();

    /**
     * Reads the next result, an opaque of variable length, from the reply message or from the memory of its {@link
     * ClientCall#result}: the counterpart of {@link ProcedureCall#data()}. It goes on where the reader of the last
     * {@link #results()} stands, and moves that behind the opaque; without one it begins at the first result. The n-th
     * data belong to the n-th result of the call.
     *
     * @return where its bytes are, without a copy: valid until {@link ReplyHandler#onReply} returns. Bytes in memory of
     *         the caller's own stay there. Reused by the next call of this method.
     * @throws CallFailedException                   as {@link #results()}.
     * @throws org.rpcrdma.wire.XdrReader.Malformed  if not all of it is there, or the length in the message is not that
     *                                               of the Write chunk.
     * @throws IllegalStateException                 if the result is in {@linkplain ClientCall#writeSegment segments}
     *                                               of the caller's.
     */
    OpaqueData data();

    /**
     * Checks that the server carried out the call, as {@link #results()} does. A reply in {@linkplain
     * ClientCall#replySegment segments} of the caller's own is not checked: its head is the caller's to read.
     *
     * @throws CallFailedException if the reply tells that the call was not carried out, or is malformed.
     */
    void checkCarriedOut();

    /**
     * Returns the buffer that holds the RPC reply message.
     *
     * @return a read view.
     */
    DirectBuffer message();

    /**
     * Returns the offset of the RPC reply message in {@link #message()}.
     *
     * @return bytes.
     */
    int messageOffset();

    /**
     * Returns the length of the RPC reply message.
     *
     * @return bytes; 0 for a reply in the Reply chunk.
     */
    int messageLength();

    /**
     * Returns true if the reply message is in the Reply chunk, in the caller's own memory.
     *
     * @return false if it came inline.
     */
    boolean inReplyChunk();

    /**
     * Returns the length of the message in the Reply chunk.
     *
     * @return bytes; 0 if it came inline.
     */
    int replyChunkLength();

    /**
     * Returns the bytes that the peer put into a Write chunk, or into the memory of a {@link ClientCall#result}.
     *
     * @param chunk the chunk or result, from 0 in the order they were staged.
     * @return bytes; 0 if it was not used: a result is in the reply message then.
     */
    int writeChunkLength(int chunk);
}
