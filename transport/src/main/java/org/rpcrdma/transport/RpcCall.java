// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A call that a server received, with methods to read and answer it.
 *
 * <pre>
 *   message            in place in the Receive buffer, or pulled by a Position-Zero Read chunk
 *   Read list          pulled by RDMA READ into one range of memory:    readPayload, in the order of positions
 *                      | segment 0 | segment 1 | ...                     readPayloadOffset(i), readLength(i)
 *   replyMessage       sent inline, or in the Reply chunk if the client offers one
 *   writeChunk(c, n)   n bytes, sent by RDMA WRITE into Write chunk c
 * </pre>
 *
 * <p>A call is valid until it is answered by {@link #reply(int)}, {@link #refuse()} or {@link #drop()}. After that,
 * every method throws {@link IllegalStateException} until the server reuses the object for another call. The server
 * owns all buffers, which are valid until the call ends. If the connection has ended, answering the call only releases
 * resources. When the server closes, it revokes unanswered calls, whose buffers become empty. Use the call on the
 * server's event loop only.
 *
 * <p>{@link #defer()} lets other threads answer. The server never reuses a deferred call. The first answer wins, and
 * every later answer throws {@link IllegalStateException}, whichever thread it comes from. Only one thread at a time
 * may use the other methods, with safe publication between threads, and no thread may use them while another thread is
 * answering. The buffers remain allocated until the call is answered, even if the connection or the server ends.
 * Therefore, every deferred call must be answered.
 */
public interface RpcCall {
    /**
     * Returns the transaction id.
     *
     * @return the id in the transport header.
     */
    int xid();

    /**
     * Returns the connection on which the call arrived.
     *
     * @return the connection, which can outlive the call.
     */
    RpcConnection connection();

    /**
     * Returns the buffer that contains the RPC call message.
     *
     * @return a read-only view.
     */
    DirectBuffer message();

    /**
     * Returns the offset of the RPC call message in {@link #message()}.
     *
     * @return the offset in bytes.
     */
    int messageOffset();

    /**
     * Returns the length of the RPC call message, excluding Read chunks at positions other than zero.
     *
     * @return the length in bytes.
     */
    int messageLength();

    /**
     * Returns the number of segments in the Read list.
     *
     * @return the number, 0 or more.
     */
    int readSegmentCount();

    /**
     * Returns the position of a Read segment in the RPC message. Segments with the same position form one chunk.
     *
     * @param segment the index of the segment, from 0, in order of position; segments with the same position are in the
     *                order of the client's list.
     * @return the byte offset in the XDR stream, a multiple of 4.
     */
    int readPosition(int segment);

    /**
     * Returns the length of a Read segment.
     *
     * @param segment the index of the segment, from 0.
     * @return the length in bytes.
     */
    int readLength(int segment);

    /**
     * Returns the memory that contains the data of the Read list.
     *
     * @return a read-only view of all segments' bytes; empty if the Read list is empty. It has a
     *     {@link DirectBuffer#byteBuffer()} for NIO, unless the device's memory is only simulated.
     */
    DirectBuffer readPayload();

    /**
     * Returns {@link #readPayload()} as an NIO buffer. The server owns its memory, which is valid until the call ends.
     *
     * @return a new big-endian buffer over all segments' bytes; empty if the Read list is empty.
     */
    default ByteBuffer readPayloadBuffer() {
        final DirectBuffer payload = readPayload();
        final ByteBuffer copy = ByteBuffer.allocate(payload.capacity());
        payload.getBytes(0, copy, 0, payload.capacity());
        return copy;
    }

    /**
     * Returns the offset of a Read segment's bytes in {@link #readPayload()}. Segments with the same position are
     * adjacent.
     *
     * @param segment the index of the segment, from 0.
     * @return the offset in bytes.
     */
    int readPayloadOffset(int segment);

    /**
     * Returns the number of Write chunks that the client offers.
     *
     * @return the number, 0 or more.
     */
    int writeChunkCount();

    /**
     * Returns the capacity of a Write chunk.
     *
     * @param chunk the index of the chunk, from 0.
     * @return the capacity in bytes, at most the server's maximum payload.
     */
    int writeChunkCapacity(int chunk);

    /**
     * Returns true if the client offers a Reply chunk. The server then sends the reply message in the Reply chunk,
     * unless it is configured to send short replies inline.
     *
     * @return true if the call has a Reply chunk.
     */
    boolean hasReplyChunk();

    /**
     * Returns the capacity of the Reply chunk.
     *
     * @return the capacity in bytes, at most the server's maximum payload; 0 if there is no Reply chunk.
     */
    int replyChunkCapacity();

    /**
     * Returns the maximum length of the RPC reply message. This is the Reply chunk's capacity or, without a Reply
     * chunk, the inline threshold minus the transport header. For a deferred call it is the length of the reserved
     * memory.
     *
     * @return the maximum length in bytes.
     */
    default int replyCapacity() {
        return replyMessage().capacity();
    }

    /**
     * Returns the buffer for the RPC reply message. The message starts at offset 0. If there is a Reply chunk, this
     * method reserves memory for its entire capacity, whereas {@link #replyMessage(int)} reserves only the memory that
     * the reply needs.
     *
     * @return a buffer of {@link #replyCapacity()} bytes with unspecified contents.
     */
    MutableDirectBuffer replyMessage();

    /**
     * Returns a buffer for an RPC reply message of the given length. A later call with a larger length preserves the
     * bytes already written but invalidates earlier buffers.
     *
     * @param length the length in bytes, 0 to {@link #replyCapacity()}; a larger length has the same effect as in
     *               {@link #reply(int)}.
     * @return a buffer of at least that length with unspecified contents.
     * @throws IllegalArgumentException if the length is out of range.
     */
    default MutableDirectBuffer replyMessage(final int length) {
        return replyMessage();
    }

    /**
     * Appends a part in the service's memory to the reply message. The part is copied only if the message is short.
     *
     * @param address the address of the first byte, in a block of the device's memory. The service must neither change
     *                nor release the memory before {@link #whenDone(Runnable)} runs its task.
     * @param length  the length in bytes. Together, {@link #replyMessage()} and all parts must not exceed
     *                {@link #replyCapacity()}.
     */
    void replyPart(long address, int length);

    /**
     * Inserts a part in the service's memory into the reply message. Write the message in {@link #replyMessage()}
     * without its parts. If the message is sent inline, the part is copied; in a Reply chunk, it is sent without a
     * copy.
     *
     * @param offset  the number of bytes of {@link #replyMessage()} before the part; not less than the previous part's
     *                offset.
     * @param address the address of the first byte, in a block of the device's memory. The service must neither change
     *                nor release the memory before {@link #whenDone(Runnable)} runs its task.
     * @param length  the length in bytes. Together, {@link #replyMessage()} and all parts must not exceed
     *                {@link #replyCapacity()}.
     * @throws IllegalArgumentException if the offset is less than the previous part's offset, or the length is
     *                                  negative.
     */
    void replyPart(int offset, long address, int length);

    /**
     * Reserves memory for the bytes of a Write chunk. Chunks for which the service reserves no memory, or 0 bytes, are
     * returned unused. A later call of this method with a smaller length shortens the chunk.
     *
     * @param chunk  the index of the chunk, from 0.
     * @param length the length in bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @return a buffer of that length with unspecified contents. Fill it before {@link #reply(int)}. It has a
     *     {@link DirectBuffer#byteBuffer()} for NIO, unless the device's memory is only simulated.
     * @throws IllegalArgumentException if the length is out of range. The consequences are the same as in
     *                                  {@link #reply(int)}.
     * @throws IllegalStateException    if the chunk was already reserved with at most this length, or if the call is
     *                                  deferred and the chunk was not reserved before.
     */
    MutableDirectBuffer writeChunk(int chunk, int length);

    /**
     * Sends a part of the service's memory into a Write chunk without a copy.
     *
     * @param chunk   the index of the chunk, from 0; the chunk must not be reserved.
     * @param address the address of the first byte, in a block of the device's memory. As in {@link #replyPart}, the
     *                memory must not change before {@link #whenDone(Runnable)} runs its task.
     * @param length  the length in bytes, 0 to {@link #writeChunkCapacity(int)}.
     * @throws IllegalArgumentException if the length is out of range. The consequences are the same as in
     *                                  {@link #reply(int)}.
     * @throws IllegalStateException    if the chunk was already reserved.
     */
    void writeChunk(int chunk, long address, int length);

    /**
     * Sends the reply: first the bytes of the Write chunks, then the message.
     *
     * <p>If the reply does not fit, it is not sent. While the server is calling {@link RpcService#onCall}, the service
     * can catch the exception and answer the call differently. If it does not catch the exception, the client receives
     * ERR_CHUNK. At any other time, and for a deferred call, the server has no opportunity to catch the exception. This
     * method therefore completes the call by sending ERR_CHUNK before it throws the exception. In all cases, the
     * connection stays open.
     *
     * @param messageLength the length of the reply message in {@link #replyMessage()}, in bytes.
     * @throws IllegalArgumentException if the reply does not fit, or the length is negative.
     */
    void reply(int messageLength);

    /**
     * Answers with ERR_CHUNK (RFC 8166, section 4.5.3). Call this method if the client's chunks are unusable or too
     * small for the reply.
     */
    void refuse();

    /**
     * Sends the reply to a deferred call while another thread is still working on the call. Use this method for
     * timeouts. The reply cannot use Write chunks or parts in the service's memory. The working thread can continue to
     * use the memory of the call's chunks until it tries to answer, which fails, or calls {@link #returnMemory()}. It
     * must do one or the other, even after the connection or the server has ended. The message remains valid only if it
     * arrived in a Position-Zero Read chunk.
     *
     * @param messageLength the length of the reply message in {@link #replyMessage()}, in bytes.
     * @throws IllegalArgumentException if the reply does not fit, as in {@link #reply(int)}, or the length is negative.
     * @throws IllegalStateException    if the call is not deferred.
     */
    default void expire(final int messageLength) {
        reply(messageLength);
    }

    /**
     * Releases the chunk memory of a deferred call that another thread answers by {@link #expire(int)}. The other
     * thread may call {@code expire} before or after this method. The thread that is working on the call calls this
     * method and must not use the call afterwards. {@link #reply(int)}, {@link #refuse()} and {@link #drop()} also
     * release the memory when they fail. Idempotent.
     */
    default void returnMemory() {}

    /** Discards the call without an answer. */
    void drop();

    /**
     * Returns the channel for calls in the reverse direction. The setting
     * {@link org.rpcrdma.transport.server.RpcRdmaServer.Context#reverseDirection(boolean)} enables it.
     *
     * @return the channel of the call's connection, which can outlive the call.
     * @throws IllegalStateException if the reverse direction is disabled, or this call is itself a reverse call.
     */
    ReverseChannel reverseChannel();

    /**
     * Sets a task that runs when the server no longer needs the call. By then, the answer has been sent or will never
     * be sent, and the service may reuse the memory that it passed for sending.
     *
     * @param task runs once, on the server's event loop; replaces any earlier task.
     */
    void whenDone(Runnable task);

    /**
     * Allows other threads to answer the call. Call this method on the server's event loop. It reserves memory for the
     * answer: the entire {@link #replyMessage()}, unless the service has reserved less with {@link #replyMessage(int)}.
     * Reserve Write chunks before calling this method ({@link #writeChunk(int, int)}). When a thread answers, it wakes
     * the event loop, which sends the answer.
     *
     * @throws IllegalStateException if the call is already deferred.
     */
    void defer();
}
