// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A call that a server received, and its answer.
 *
 * <pre>
 *   message            in place in the Receive buffer, or pulled by a Position-Zero Read chunk
 *   Read list          pulled by RDMA READ into one stretch of memory:  readPayload, in the order of positions
 *                      | segment 0 | segment 1 | ...                     readPayloadOffset(i), readLength(i)
 *   replyMessage       goes out inline, or by the Reply chunk if the client offers one
 *   writeChunk(c, n)   n bytes that go out by RDMA WRITE into Write chunk c
 * </pre>
 *
 * <p>Valid until it is answered, by {@link #reply(int)}, {@link #refuse()} or {@link #drop()}. Afterwards every method
 * throws {@link IllegalStateException}, until the object is reused for another call. All buffers are the server's and
 * end with the call. If the connection has ended meanwhile, answering only releases everything. When the server closes,
 * unanswered calls are revoked: their buffers are empty. Used on the server's event loop only.
 *
 * <p>{@link #defer()} lets other threads answer. The object then is never reused: the first answer wins, and every
 * later one, on any thread, gets the {@link IllegalStateException}. Its other methods are for one thread at a time,
 * handed over in a way that makes writes visible, and for none while another answers. Buffers stay until the call is
 * answered, whatever becomes of the connection or the server: every deferred call must be answered.
 */
public interface RpcCall {
    /**
     * Returns the transaction id.
     *
     * @return the word of the transport header.
     */
    int xid();

    /**
     * Returns the connection that the call came by.
     *
     * @return the connection; it can be kept when the call is over.
     */
    RpcConnection connection();

    /**
     * Returns the buffer that holds the RPC call message.
     *
     * @return a read view.
     */
    DirectBuffer message();

    /**
     * Returns the offset of the RPC call message in {@link #message()}.
     *
     * @return bytes.
     */
    int messageOffset();

    /**
     * Returns the length of the RPC call message, without the Read chunks of other positions than zero.
     *
     * @return bytes.
     */
    int messageLength();

    /**
     * Returns the number of segments in the Read list.
     *
     * @return 0 or more.
     */
    int readSegmentCount();

    /**
     * Returns the position of a Read segment in the RPC message. Segments of one position form a chunk.
     *
     * @param segment the segment, from 0 in the order of positions; segments of one position keep the order of the
     *                client's list.
     * @return bytes into the XDR stream, a multiple of 4.
     */
    int readPosition(int segment);

    /**
     * Returns the length of a Read segment.
     *
     * @param segment the segment, from 0.
     * @return bytes.
     */
    int readLength(int segment);

    /**
     * Returns the memory that the Read list was pulled into.
     *
     * @return a read view of all segments' bytes; empty if the Read list is. It has a {@link
     *     DirectBuffer#byteBuffer()}, for NIO, unless the device's memory is only simulated.
     */
    DirectBuffer readPayload();

    /**
     * Returns the memory of {@link #readPayload()} for programs that read NIO buffers. Like that it is the server's and
     * ends with the call.
     *
     * @return a new buffer over all segments' bytes, big-endian; empty if the Read list is.
     */
    default ByteBuffer readPayloadBuffer() {
        final DirectBuffer payload = readPayload();
        final ByteBuffer copy = ByteBuffer.allocate(payload.capacity());
        payload.getBytes(0, copy, 0, payload.capacity());
        return copy;
    }

    /**
     * Returns the offset of a Read segment's bytes in {@link #readPayload()}. Segments of one position are side by
     * side.
     *
     * @param segment the segment, from 0.
     * @return bytes.
     */
    int readPayloadOffset(int segment);

    /**
     * Returns the number of Write chunks that the client offers.
     *
     * @return 0 or more.
     */
    int writeChunkCount();

    /**
     * Returns the capacity of a Write chunk.
     *
     * @param chunk the chunk, from 0.
     * @return bytes, at most the server's maximal payload.
     */
    int writeChunkCapacity(int chunk);

    /**
     * Returns true if the client offers a Reply chunk. The reply message then goes by it, unless the server sends short
     * ones inline.
     *
     * @return false if there is none.
     */
    boolean hasReplyChunk();

    /**
     * Returns the capacity of the Reply chunk.
     *
     * @return bytes, at most the server's maximal payload; 0 if there is none.
     */
    int replyChunkCapacity();

    /**
     * Returns the longest RPC reply message: the inline threshold less the transport header, or the Reply chunk's
     * capacity. For a deferred call it is the memory that was taken.
     *
     * @return bytes.
     */
    default int replyCapacity() {
        return replyMessage().capacity();
    }

    /**
     * Returns the buffer for the RPC reply message, which begins at 0. With a Reply chunk this takes memory for all
     * that the client has room for; {@link #replyMessage(int)} takes only as much as the reply needs.
     *
     * @return a buffer of {@link #replyCapacity()} bytes with undefined content.
     */
    MutableDirectBuffer replyMessage();

    /**
     * Returns a buffer for an RPC reply message of a length. It can be asked for again, with more: the bytes written
     * stay, but earlier buffers must not be used any more.
     *
     * @param length bytes, 0 to {@link #replyCapacity()}; more is treated as in {@link #reply(int)}.
     * @return a buffer of at least that length with undefined content.
     * @throws IllegalArgumentException if the length is out of range.
     */
    default MutableDirectBuffer replyMessage(final int length) {
        return replyMessage();
    }

    /**
     * Appends memory of the service's to the reply message. It is sent from its place; short messages are copied.
     *
     * @param address the first byte, in a block of the device's memory. It must neither change nor be released before
     *                {@link #whenDone(Runnable)} runs its task.
     * @param length  bytes; together with {@link #replyMessage()} and the other parts at most {@link #replyCapacity()}.
     */
    void replyPart(long address, int length);

    /**
     * Inserts memory of the service's into the reply message, as {@link #replyPart(long, int)} appends it. The message
     * is written without its parts. In a Reply chunk the part is sent from its place; inline it is copied.
     *
     * @param offset  bytes of {@link #replyMessage()} that come before the part: not below the offset of the part
     *                before.
     * @param address the first byte, in a block of the device's memory. It must neither change nor be released before
     *                {@link #whenDone(Runnable)} runs its task.
     * @param length  bytes; together with {@link #replyMessage()} and the other parts at most {@link #replyCapacity()}.
     * @throws IllegalArgumentException if the offset is below that of the part before, or the length is negative.
     */
    void replyPart(int offset, long address, int length);

    /**
     * Takes memory for bytes that go into a Write chunk. A chunk that is not asked for, or with 0 bytes, is returned
     * unused. A chunk that was asked for can be shortened by asking for less.
     *
     * @param chunk  the chunk, from 0.
     * @param length bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @return a buffer of that length, to be filled before {@link #reply(int)}. Its contents are unspecified. It has a
     *         {@link DirectBuffer#byteBuffer()}, for NIO, unless the device's memory is only simulated.
     * @throws IllegalArgumentException if the length is out of range; a reply that does not fit is treated as by {@link
     *                                  #reply(int)}.
     * @throws IllegalStateException    if the chunk was asked for with no more before; after {@link #defer()}, where it
     *                                  was not asked for before that.
     */
    MutableDirectBuffer writeChunk(int chunk, int length);

    /**
     * Sends memory of the service's into a Write chunk, from its place.
     *
     * @param chunk   the chunk, from 0, which was not asked for before.
     * @param address the first byte, in a block of the device's memory. As in {@link #replyPart} it must not change
     *                before {@link #whenDone(Runnable)} runs its task.
     * @param length  bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @throws IllegalArgumentException if the length is out of range; a reply that does not fit is treated as in {@link
     *                                  #reply(int)}.
     * @throws IllegalStateException    if the chunk was asked for before.
     */
    void writeChunk(int chunk, long address, int length);

    /**
     * Sends the reply: the Write chunks' bytes, then the message.
     *
     * <p>A reply that does not fit is not sent. In {@link RpcService#onCall} the call can still be answered; if the
     * exception leaves that method, the client gets ERR_CHUNK. At any other time, and for a deferred call, the client
     * gets ERR_CHUNK at once, because nobody would see the exception: the call has ended when it is thrown. The
     * connection goes on in each case.
     *
     * @param messageLength bytes of {@link #replyMessage()} that are the reply message.
     * @throws IllegalArgumentException if the reply does not fit, or the length is negative.
     */
    void reply(int messageLength);

    /**
     * Answers with ERR_CHUNK (RFC 8166, section 4.5.3): the client's chunks are too small for the reply, or unusable.
     */
    void refuse();

    /**
     * Sends the reply of a deferred call while a thread still works on it, for example at a timeout. Nothing goes into
     * the Write chunks, and no part of memory of the service's. The memory of the call's chunks stays that thread's
     * until it answers as well, which fails, or calls {@link #returnMemory()}: it must do one of both, even after the
     * connection or the server has ended. The message is kept only if it came by a Position-Zero Read chunk.
     *
     * @param messageLength bytes of {@link #replyMessage()} that are the reply message.
     * @throws IllegalArgumentException if the reply does not fit, as in {@link #reply(int)}, or the length is negative.
     * @throws IllegalStateException    if the call was not deferred.
     */
    default void expire(final int messageLength) {
        reply(messageLength);
    }

    /**
     * Returns the memory of the chunks of a call that another thread has answered by {@link #expire(int)}, or will. The
     * thread that works on the deferred call uses the call no longer. {@link #reply(int)}, {@link #refuse()} and {@link
     * #drop()} return it, too, when they fail. Idempotent.
     */
    default void returnMemory() {}

    /** Gives the call up without an answer. */
    void drop();

    /**
     * Returns the channel for calls in reverse direction.
     *
     * @return the channel of the connection that the call came by; it can be kept.
     * @throws IllegalStateException if the server has no reverse direction ({@link
     *                               org.rpcrdma.transport.server.RpcRdmaServer.Context#reverseDirection(boolean)}), or
     *                               this call is itself one in reverse direction.
     */
    ReverseChannel reverseChannel();

    /**
     * Sets a task that runs when the server is done with the call: its answer was sent, or never will be, and the
     * memory that the service had sent from its place is the service's again.
     *
     * @param task runs once, on the server's event loop; it replaces the one before.
     */
    void whenDone(Runnable task);

    /**
     * Lets other threads answer. Call it on the server's event loop. It takes the memory for the answer: for {@link
     * #replyMessage()}, unless the service has asked for less by {@link #replyMessage(int)}. Write chunks must be asked
     * for before ({@link #writeChunk(int, int)}). The answer wakes the event loop, which sends it.
     *
     * @throws IllegalStateException if the call was deferred before.
     */
    void defer();
}
