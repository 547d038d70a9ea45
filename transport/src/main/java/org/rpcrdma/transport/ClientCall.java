// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.XdrWriter;

/**
 * A call that the caller is building: its message, and the memory that the peer may read and write for it.
 *
 * <p>The caller can pass the memory of arguments and results. The transport then chooses the chunks, as xprtrdma does,
 * according to the inline thresholds of the connection on which it sends the call:
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
 *   otherwise                     the message by a Position-Zero Read chunk, a Read chunk per argument
 *
 *   the longest reply fits        no chunks
 *   it fits without results       a Write chunk per result
 *   otherwise                     a Reply chunk, for a reply with its results in it
 * </pre>
 *
 * <p>Alternatively the caller builds the chunk lists with {@link #readSegment}, {@link #beginWriteChunk},
 * {@link #writeSegment} and {@link #replySegment}; {@link #explicitChunks} declares that the call has no other chunks.
 * The transport sends these lists unchanged, followed by the inline message. In both cases, the transport splits memory
 * that does not fit in one fast-register region into several segments. Arguments and results are the items that the
 * program's binding declares DDP-eligible (RFC 8166, section 6); if RPCSEC_GSS protects a message, none of its items
 * are DDP-eligible.
 *
 * <p>Chunk memory must be in blocks of the client's device memory. The call owns it from {@link #send} until its
 * handler is called. The caller owns this object until {@link #send} or {@link #cancel}; the client then reuses it. Not
 * thread-safe; use it on the client's event loop only.
 */
public interface ClientCall {
    /**
     * Returns the buffer for the RPC call message, which begins at 0. Bytes 0 to 3 are the transaction id, big-endian,
     * even if a Position-Zero Read chunk carries the message.
     *
     * @return a buffer of the client's buffer size, with unspecified contents.
     */
    MutableDirectBuffer message();

    /**
     * Writes the head of the RPC call into {@link #message()}, with the client's credential.
     *
     * @param xid       the transaction id, unique among the client's outstanding calls.
     * @param program   the program's number.
     * @param version   the program's version.
     * @param procedure the procedure's number.
     * @return a writer of the arguments, reused by the client's next call; its position is the message's length.
     */
    XdrWriter begin(int xid, int program, int version, int procedure);

    /**
     * Sets the memory that contains the message, for messages longer than {@link #message()}. If this method is used,
     * pass a length of 0 to {@link #send}.
     *
     * @param address the address of the first byte of the message and its transaction id; the memory must not be
     *                address-only.
     * @param length  the length in bytes, at least 4.
     */
    void messageAt(long address, int length);

    /**
     * Adds a DDP-eligible argument that is in the caller's memory. If the transport sends the argument inline, it pads
     * the argument to a multiple of 4 bytes.
     *
     * @param offset  the offset of the argument in the message, which is written without these arguments: a multiple of
     *                4, at least 4, and not less than the previous argument's offset.
     * @param address the address of the first byte; the memory must not be address-only.
     * @param length  the length in bytes, at least 1.
     */
    void argument(int offset, long address, int length);

    /**
     * Sets the memory that receives a DDP-eligible result. {@link RpcReply#data()} finds the result there, or in the
     * reply message if the result arrived inline. Without {@link #longestReply}, the rest of the reply has at most 256
     * bytes, including its head of 24 bytes.
     *
     * @param address the address of the first byte.
     * @param length  the maximum length of the result in bytes, at least 1.
     */
    void result(long address, int length);

    /**
     * Sets the maximum length of the reply message, including its results. Also sets the memory for a reply that does
     * not arrive inline. By default, the reply arrives inline.
     *
     * @param address the address of the first byte; it may be the first byte of the results.
     * @param length  the length in bytes, at least 1, and at least the sum of the lengths of the results, each padded
     *                to a multiple of 4.
     */
    void longestReply(long address, int length);

    /**
     * Adds memory that the peer may read to the Read list. A segment at position 0 is part of a Position-Zero Read
     * chunk: the call then has no inline message (RDMA_NOMSG).
     *
     * @param position the position of the segment in the RPC message: 0 or a positive multiple of 4. Segments with the
     *                 same position form one chunk, in the order in which they were added; positions may be added in
     *                 any order.
     * @param address  the address of the first byte.
     * @param length   the length in bytes, at least 1.
     */
    void readSegment(int position, long address, int length);

    /**
     * Declares that the caller builds the chunk lists, even if they stay empty. The transport then adds no chunk for a
     * message that fits inline, even if it would not fit after the longest header.
     */
    void explicitChunks();

    /** Begins the next Write chunk, which consists of the segments that follow. */
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
     * method was called. If a call cannot be sent, it fails, possibly before this method returns.
     *
     * @param messageLength the length in bytes of {@link #message()}; 0 if {@link #messageAt} or Read segments provide
     *                      the message.
     * @param handler       receives the outcome.
     * @throws IllegalArgumentException if the length is out of range, the handler is missing, or the parts of the call
     *                                  contradict each other; the caller can still send or cancel the call.
     * @throws IllegalStateException    if the client is neither connected nor connecting, or the caller both built
     *                                  chunk lists and passed memory for the transport to choose chunks.
     */
    void send(int messageLength, ReplyHandler handler);

    /**
     * Sets the call's time limit, from {@link #send} to its handler. The limit covers all connections on which the call
     * is sent. If no reply arrives in time, the client withdraws the call: it reports the failure to the handler as
     * soon as the peer can no longer access the call's memory. The server may still execute the call.
     *
     * @param nanos nanoseconds; 0, the default, for no limit.
     * @throws IllegalArgumentException if the limit is negative.
     */
    void timeout(long nanos);

    /**
     * Marks the call as safe to execute more than once. After a lost connection, the client resends calls with this
     * mark before other calls.
     */
    void repeatable();

    /** Releases the call without sending it. */
    void cancel();
}
