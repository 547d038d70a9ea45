/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A call that a server received, and the place where its answer is put.
 *
 * <pre>
 *   message            in place in the Receive buffer, or pulled by a Position-Zero Read chunk
 *   Read list          pulled by RDMA READ into one stretch of memory:  readPayload
 *                      | segment 0 | segment 1 | ...                     readPayloadOffset(i), readLength(i)
 *   replyMessage       goes out inline or, where the client gave a Reply chunk, by that chunk
 *   writeChunk(c, n)   n bytes that go out by RDMA WRITE into Write chunk c
 * </pre>
 *
 * <p>Valid until {@link #reply(int)} or {@link #drop()}: afterwards every method is an {@link IllegalStateException}, until
 * the object is used for another call. All buffers are the server's and end with the call. Where the connection has ended
 * meanwhile, answering does nothing but give everything back. When the server closes, calls that are not answered yet are
 * revoked: their buffers have no bytes any more. Not thread-safe; used on the server's event loop only.
 */
public interface RpcCall {
    /**
     * The transaction id.
     *
     * @return the word of the transport header.
     */
    int xid();

    /**
     * The buffer that holds the RPC call message.
     *
     * @return a read view.
     */
    DirectBuffer message();

    /**
     * Where the RPC call message begins.
     *
     * @return its offset in {@link #message()}.
     */
    int messageOffset();

    /**
     * How long the RPC call message is, without what is in Read chunks of other positions than zero.
     *
     * @return bytes.
     */
    int messageLength();

    /**
     * How many segments the Read list has.
     *
     * @return 0 or more.
     */
    int readSegmentCount();

    /**
     * The position of the RPC message that a Read segment belongs to. Segments of one position form a chunk.
     *
     * @param segment the segment, from 0 in the order of the Read list.
     * @return bytes into the XDR stream, a multiple of 4.
     */
    int readPosition(int segment);

    /**
     * How long a Read segment is.
     *
     * @param segment the segment, from 0.
     * @return bytes.
     */
    int readLength(int segment);

    /**
     * The memory that the Read list was pulled into.
     *
     * @return a read view of all segments' bytes; empty where the Read list is.
     */
    DirectBuffer readPayload();

    /**
     * Where the bytes of a Read segment are. Segments that stand side by side in the list and have one position are side by
     * side here.
     *
     * @param segment the segment, from 0.
     * @return their offset in {@link #readPayload()}.
     */
    int readPayloadOffset(int segment);

    /**
     * How many Write chunks the client offers.
     *
     * @return 0 or more.
     */
    int writeChunkCount();

    /**
     * How much fits into a Write chunk.
     *
     * @param chunk the chunk, from 0.
     * @return bytes, at most the server's maximal payload.
     */
    int writeChunkCapacity(int chunk);

    /**
     * Whether the client gave a Reply chunk: the reply message then goes by it.
     *
     * @return true where it did.
     */
    boolean hasReplyChunk();

    /**
     * How much fits into the Reply chunk.
     *
     * @return bytes, at most the server's maximal payload; 0 where there is none.
     */
    int replyChunkCapacity();

    /**
     * Where the RPC reply message is written, from 0.
     *
     * @return a buffer as long as the longest reply may be: what the inline threshold leaves beside the transport header, or
     *     the Reply chunk's capacity. Its bytes are what they were left as.
     */
    MutableDirectBuffer replyMessage();

    /**
     * Takes memory for bytes that go into a Write chunk. A chunk that is not asked for, or with 0 bytes, is returned unused.
     *
     * @param chunk  the chunk, from 0; once for each.
     * @param length bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @return a buffer of that length, to be filled before {@link #reply(int)}. Its bytes are what they were left as.
     * @throws IllegalArgumentException where the length is out of range.
     * @throws IllegalStateException    where the chunk was asked for before.
     */
    MutableDirectBuffer writeChunk(int chunk, int length);

    /**
     * Sends the reply: the Write chunks' bytes, then the message.
     *
     * @param messageLength bytes of {@link #replyMessage()} that are the reply message.
     * @throws IllegalArgumentException where they are more than fit; the call can still be answered then.
     */
    void reply(int messageLength);

    /** Gives the call up without an answer. */
    void drop();
}
