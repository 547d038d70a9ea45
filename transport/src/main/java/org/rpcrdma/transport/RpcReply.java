// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;

/** A reply that a client received, in place in its Receive buffer. Valid until {@link ReplyHandler#onReply} returns. */
public interface RpcReply {
    /**
     * The transaction id.
     *
     * @return the word of the transport header.
     */
    int xid();

    /**
     * The buffer that holds the RPC reply message.
     *
     * @return a read view.
     */
    DirectBuffer message();

    /**
     * Where the RPC reply message begins.
     *
     * @return its offset in {@link #message()}.
     */
    int messageOffset();

    /**
     * How long the RPC reply message is.
     *
     * @return bytes; 0 where it is in the Reply chunk.
     */
    int messageLength();

    /**
     * Whether the reply message is in the Reply chunk, that is in the caller's own memory.
     *
     * @return true where it is.
     */
    boolean inReplyChunk();

    /**
     * How long the message in the Reply chunk is.
     *
     * @return bytes; 0 where it came inline.
     */
    int replyChunkLength();

    /**
     * How many bytes the peer put into a Write chunk, or into the memory of a {@link ClientCall#result}.
     *
     * @param chunk the chunk or result, from 0 in the order they were staged.
     * @return bytes; 0 where it was not used: a result is in the reply message then.
     */
    int writeChunkLength(int chunk);
}
