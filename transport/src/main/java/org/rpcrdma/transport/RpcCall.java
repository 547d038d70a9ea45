// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A call that a server received, and the place where its answer is put.
 *
 * <pre>
 *   message            in place in the Receive buffer, or pulled by a Position-Zero Read chunk
 *   Read list          pulled by RDMA READ into one stretch of memory:  readPayload, in the order of positions
 *                      | segment 0 | segment 1 | ...                     readPayloadOffset(i), readLength(i)
 *   replyMessage       goes out inline or, where the client gave a Reply chunk, by that chunk
 *   writeChunk(c, n)   n bytes that go out by RDMA WRITE into Write chunk c
 * </pre>
 *
 * <p>Valid until it is answered, by {@link #reply(int)}, {@link #refuse()} or {@link #drop()}: afterwards every method is an
 * {@link IllegalStateException}, until the object is used for another call. All buffers are the server's and end with the
 * call. Where the connection has ended meanwhile, answering does nothing but give everything back. When the server closes,
 * calls that are not answered yet are revoked: their buffers have no bytes any more. Used on the server's event loop only.
 *
 * <p>{@link #defer()} lets other threads answer. The object then is never used for another call: whoever answers first wins,
 * and whoever comes later, on any thread, gets the {@link IllegalStateException}. Its other methods are for one thread at a
 * time, which has it from the one before in a way that makes writes visible. Buffers stay until it is answered, whatever becomes of the connection or the
 * server meanwhile: so it must be.
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
     * @param segment the segment, from 0 in the order of positions; those of one position stand in the order of the client's list,
     *                whatever order that has otherwise.
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
     * Where the bytes of a Read segment are. Segments of one position are side by side.
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
     * Whether the client gave a Reply chunk: the reply message then goes by it, unless the server sends short ones inline.
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
     * How long the RPC reply message may be: what the inline threshold leaves beside the transport header, or the Reply chunk's
     * capacity; once the call is deferred, what there is memory for.
     *
     * @return bytes.
     */
    default int replyCapacity() {
        return replyMessage().capacity();
    }

    /**
     * Where the RPC reply message is written, from 0. With a Reply chunk, memory for all that the client has room for is taken; {@link
     * #replyMessage(int)} takes what the reply needs.
     *
     * @return a buffer of {@link #replyCapacity()} bytes, which are what they were left as.
     */
    MutableDirectBuffer replyMessage();

    /**
     * Where an RPC reply message of some length is written, from 0. Can be asked for again, with more: the bytes stay, but buffers that
     * were handed out before are not to be used then.
     *
     * @param length bytes, 0 to {@link #replyCapacity()}; more do not fit, which is treated as by {@link #reply(int)}.
     * @return a buffer of so many bytes or more, which are what they were left as.
     * @throws IllegalArgumentException where the length is out of range.
     */
    default MutableDirectBuffer replyMessage(final int length) {
        return replyMessage();
    }

    /**
     * Lets the reply message go on with memory of the service's, which is sent from where it is; short messages are copied.
     *
     * @param address where it begins, in a block of the device's memory. It must not change before {@link #whenDone(Runnable)} tells, and must
     *                not be given back before that.
     * @param length  bytes; with {@link #replyMessage()} and the other parts not more than that has room for.
     */
    void replyPart(long address, int length);

    /**
     * Takes memory for bytes that go into a Write chunk. A chunk that is not asked for, or with 0 bytes, is returned unused.
     * A chunk that was asked for can be shortened by asking for less.
     *
     * @param chunk  the chunk, from 0.
     * @param length bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @return a buffer of that length, to be filled before {@link #reply(int)}. Its bytes are what they were left as.
     * @throws IllegalArgumentException where the length is out of range; one that does not fit is treated as by {@link #reply(int)}.
     * @throws IllegalStateException    where the chunk was asked for with no more before; after {@link #defer()}, where it was
     *                                  not asked for before that.
     */
    MutableDirectBuffer writeChunk(int chunk, int length);

    /**
     * Lets memory of the service's go into a Write chunk, from where it is.
     *
     * @param chunk   the chunk, from 0, which was not asked for before.
     * @param address where the memory begins, in a block of the device's memory. As with {@link #replyPart} it must not change before
     *                {@link #whenDone(Runnable)} tells.
     * @param length  bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @throws IllegalArgumentException where the length is out of range; one that does not fit is treated as by {@link #reply(int)}.
     * @throws IllegalStateException    where the chunk was asked for before.
     */
    void writeChunk(int chunk, long address, int length);

    /**
     * Sends the reply: the Write chunks' bytes, then the message.
     *
     * <p>What does not fit is not sent. In {@link RpcService#onCall} the call can still be answered then; if the exception comes out of
     * that, the client is answered ERR_CHUNK. At any other time, and once the call is deferred, the client is answered so at once,
     * since nobody would see the exception: the call has ended when it is thrown. The connection goes on in each case.
     *
     * @param messageLength bytes of {@link #replyMessage()} that are the reply message.
     * @throws IllegalArgumentException where they are more than fit, or less than 0.
     */
    void reply(int messageLength);

    /**
     * Answers that the client's chunks are too small for the reply, or cannot be used otherwise: with an RDMA_ERROR,
     * ERR_CHUNK (RFC 8166, section 4.5.3).
     */
    void refuse();

    /** Gives the call up without an answer. */
    void drop();

    /**
     * The way back to the caller, for calls in reverse direction.
     *
     * @return the channel of the connection that the call came by; it can be kept.
     * @throws IllegalStateException where there is none: the server's context does not ask for one
     *                               ({@link org.rpcrdma.transport.server.RpcRdmaServer.Context#reverseDirection(boolean)}), or this call is one in reverse
     *                               direction itself.
     */
    ReverseChannel reverseChannel();

    /**
     * Asks to be told when the server is done with the call: its answer was sent, or never will be, and the service's memory
     * that was to go out by it is the service's again.
     *
     * @param task runs once, on the server's event loop; it replaces the one before.
     */
    void whenDone(Runnable task);

    /**
     * Lets other threads answer; called on the server's event loop. Memory for the answer is taken here, for
     * {@link #replyMessage()}, unless the service has asked for less by {@link #replyMessage(int)}, or before, for {@link
     * #writeChunk(int, int)}. The answer is brought back to the event loop,
     * which it wakes.
     *
     * @throws IllegalStateException where that was done before.
     */
    void defer();
}
