// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.XdrWriter;

/**
 * A call that the caller is building. It consists of a message and the memory that the peer may read and write.
 *
 * <p>The caller can declare where its arguments and results are in memory. When the transport sends the call on a
 * connection, it chooses the chunks according to the connection's inline thresholds, as xprtrdma does:
 *
 * <pre>{@code
 * ClientCall call = client.newCall();
 * XdrWriter arguments = call.begin(xid, PROGRAM, VERSION, PROCEDURE);
 * arguments.putInt(65536);
 * call.argument(arguments.position(), data, 65536);
 * call.longestReply(replyMemory, 512);
 * call.send(arguments.position(), handler);
 * }</pre>
 *
 * <pre>
 *   message and arguments fit     inline, arguments copied into the message
 *   the message fits              a Read chunk per argument
 *   otherwise                     the message in a Position-Zero Read chunk, a Read chunk per argument
 *
 *   the longest reply fits        no chunks
 *   it fits without results       a Write chunk per result
 *   otherwise                     a Reply chunk, which holds the reply and its results
 * </pre>
 *
 * <p>Alternatively, the caller can build the chunk lists with {@link #readSegment}, {@link #beginWriteChunk}, {@link
 * #writeSegment} and {@link #replySegment}; {@link #explicitChunks} then declares that the call has no other chunks.
 * The transport sends these lists unchanged, followed by the inline message. In both cases, the transport splits memory
 * into several segments if it does not fit in one fast-register region. Only items that the program's binding declares
 * DDP-eligible can be declared as arguments and results in this way (RFC 8166, section 6). If RPCSEC_GSS protects a
 * message, the message contains no DDP-eligible items.
 *
 * <p>Chunk memory must lie within blocks of the client's device memory. The call owns this memory from {@link #send}
 * until its handler is called. The caller owns this object until {@link #send} or {@link #cancel}; the client then
 * reuses the object. Not thread-safe; use it on the client's event loop only.
 */
public interface ClientCall {
    /**
     * Returns the buffer for the RPC call message. The message starts at offset 0. Bytes 0 to 3 are the transaction id,
     * big-endian, even if a Position-Zero Read chunk carries the message.
     *
     * @return a buffer of the client's buffer size, with unspecified contents.
     */
    MutableDirectBuffer message();

    /**
     * Writes the header of the RPC call, including the client's credential, into {@link #message()}.
     *
     * @param xid       the transaction id, unique among the client's outstanding calls.
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @return a writer for the arguments; the client's next call reuses it. Its position is the length of the message
     *     so far.
     */
    XdrWriter begin(int xid, int program, int version, int procedure);

    /**
     * Sets the memory that contains the message, for messages longer than {@link #message()}. After calling this
     * method, pass a length of 0 to {@link #send}.
     *
     * @param address the address of the message's first byte, where the transaction id begins; the memory must not be
     *                address-only.
     * @param length  the length in bytes, at least 4.
     */
    void messageAt(long address, int length);

    /**
     * Adds a DDP-eligible argument from the caller's memory. If the transport sends the argument inline, it pads the
     * argument to a multiple of 4 bytes.
     *
     * @param offset  the offset at which the argument belongs in the message, which is written without its DDP-eligible
     *                arguments. The offset is a multiple of 4, at least 4, and not less than the offset of the previous
     *                argument.
     * @param address the address of the first byte; the memory must not be address-only.
     * @param length  the length in bytes, at least 1.
     */
    void argument(int offset, long address, int length);

    /**
     * Sets the memory that receives a DDP-eligible result. {@link RpcReply#data()} returns the result from this memory,
     * or from the reply message if the result arrived inline. Unless {@link #longestReply} is called, the rest of the
     * reply is limited to 256 bytes, including its header of 24 bytes.
     *
     * @param address the address of the first byte.
     * @param length  the maximum length of the result in bytes, at least 1.
     */
    void result(long address, int length);

    /**
     * Sets the maximum length of the reply message, including its results, and the memory for a reply that does not
     * arrive inline. If this method is not called, the reply arrives inline.
     *
     * @param address the address of the first byte; it may be the first byte of the results.
     * @param length  the length in bytes: at least 1, and at least the total length of the results, each padded to a
     *                multiple of 4.
     */
    void longestReply(long address, int length);

    /**
     * Adds memory that the peer may read to the Read list. Segments at position 0 form a Position-Zero Read chunk, and
     * the call then has no inline message (RDMA_NOMSG).
     *
     * @param position the position of the segment in the RPC message: 0 or a positive multiple of 4. Segments with the
     *                 same position form one chunk, in the order in which they were added. Positions can be added in
     *                 any order.
     * @param address  the address of the first byte.
     * @param length   the length in bytes, at least 1.
     */
    void readSegment(int position, long address, int length);

    /**
     * Declares that the caller builds the chunk lists, even if the lists stay empty. The transport then adds no chunks
     * to a message that fits inline, even if the message would not fit together with a transport header of the maximum
     * length.
     */
    void explicitChunks();

    /** Begins the next Write chunk. Subsequent calls of {@link #writeSegment} add its segments. */
    void beginWriteChunk();

    /**
     * Adds memory that the peer may write to the current Write chunk.
     *
     * @param address the address of the first byte.
     * @param length  the length in bytes, at least 1.
     */
    void writeSegment(long address, int length);

    /**
     * Adds memory that the peer may write to the Reply chunk.
     *
     * @param address the address of the first byte.
     * @param length  the length in bytes, at least 1.
     */
    void replySegment(long address, int length);

    /**
     * Sends the call, or queues it until a credit is available. The client sends calls in the order in which this
     * method is called. If a call cannot be sent, its handler receives the failure, possibly before this method
     * returns.
     *
     * @param messageLength the length in bytes of {@link #message()}, or 0 if {@link #messageAt} or Read segments
     *                      provide the message.
     * @param handler       receives the outcome.
     * @throws IllegalArgumentException if the length is out of range, the handler is null, or parts of the call
     *                                  contradict each other; the caller can still send or cancel the call.
     * @throws IllegalStateException    if the client is neither connected nor connecting, or if the caller has both
     *                                  built chunk lists and passed memory for which the transport chooses chunks.
     */
    void send(int messageLength, ReplyHandler handler);

    /**
     * Sets the call's time limit, measured from {@link #send} until its handler is called. The limit includes all
     * attempts to send the call, on any connection. If no reply arrives in time, the client withdraws the call and
     * reports the failure to the handler as soon as the peer can no longer access the call's memory. The server may
     * still execute the call.
     *
     * @param nanos nanoseconds; 0, the default, means no limit.
     * @throws IllegalArgumentException if the limit is negative.
     */
    void timeout(long nanos);

    /**
     * Marks the call as safe to execute more than once (idempotent). After a connection is lost, the client resends
     * these calls before all others.
     */
    void repeatable();

    /** Releases the call without sending it. */
    void cancel();
}
