// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.XdrWriter;

/**
 * A call that the caller is building: its message, and the memory that the peer may read and write for it.
 *
 * <p>The caller can pass the memory of arguments and results. The transport then chooses the chunks as xprtrdma does,
 * by the inline thresholds of the connection that sends the call:
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
 * {@link #writeSegment} and {@link #replySegment}; {@link #explicitChunks} declares that there are no others. The
 * transport sends these lists unchanged, with the message inline after them. In either case, memory that is longer than
 * a fast-register region is offered as several segments. Arguments and results are the items that the program's binding
 * declares DDP-eligible (RFC 8166, section 6); a call whose message RPCSEC_GSS protects has no DDP-eligible items.
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
     * Takes the message from the caller's memory, for messages longer than {@link #message()}. Then pass a length of 0
     * to {@link #send}.
     *
     * @param address the first byte of the message and its transaction id; the memory must not be address-only.
     * @param length  bytes, at least 4.
     */
    void messageAt(long address, int length);

    /**
     * Adds a DDP-eligible argument from the caller's memory. If the argument is sent inline, the transport pads it to a
     * multiple of 4.
     *
     * @param offset  its offset in the message, which is written without such arguments: a multiple of 4, at least 4,
     *                not below the previous argument's offset.
     * @param address the first byte; the memory must not be address-only.
     * @param length  bytes, at least 1.
     */
    void argument(int offset, long address, int length);

    /**
     * Sets the memory for a DDP-eligible result. {@link RpcReply#data()} finds the result there, or in the reply
     * message if it came inline. Without {@link #longestReply}, the rest of the reply has at most 256 bytes, including
     * its head of 24 bytes.
     *
     * @param address the first byte.
     * @param length  the longest result, at least 1 byte.
     */
    void result(long address, int length);

    /**
     * Sets the maximum length of the reply message, including its results. Also sets the memory for a reply that does
     * not come inline. By default the reply comes inline.
     *
     * @param address the first byte; it may be the first byte of the results.
     * @param length  bytes, at least 1, and at least the sum of the results, each padded to a multiple of 4.
     */
    void longestReply(long address, int length);

    /**
     * Offers memory that the peer reads. A segment of position 0 is part of a Position-Zero Read chunk: the call then
     * has no inline message (RDMA_NOMSG).
     *
     * @param position its position in the RPC message, 0 or more, a multiple of 4. Segments of the same position form a
     *     chunk, in call order; positions may be added in any order.
     * @param address  the first byte.
     * @param length   bytes, at least 1.
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
     * Offers memory that the peer writes, as part of the current Write chunk.
     *
     * @param address the first byte.
     * @param length  bytes, at least 1.
     */
    void writeSegment(long address, int length);

    /**
     * Offers memory that the peer writes a reply message into.
     *
     * @param address the first byte.
     * @param length  bytes, at least 1.
     */
    void replySegment(long address, int length);

    /**
     * Sends the call, or queues it until a credit is available. Calls are sent in the order of calls to this method. A
     * call that cannot be sent fails, possibly before this method returns.
     *
     * @param messageLength bytes of {@link #message()}; 0 if the message is elsewhere.
     * @param handler       receives the outcome.
     * @throws IllegalArgumentException if the length is out of range, there is no handler, or the call's parts
     *                                  contradict each other; the caller can still send or cancel the call.
     * @throws IllegalStateException    if the client is neither connected nor connecting, or the caller both built
     *                                  chunks and left chunks to the transport.
     */
    void send(int messageLength, ReplyHandler handler);

    /**
     * Sets the call's time limit, from {@link #send} to its handler. It spans all connections that the call needs. If
     * there is no reply by then, the client withdraws the call: the handler gets the failure once the peer can no
     * longer access the call's memory. The server may still execute the call.
     *
     * @param nanos nanoseconds; 0, the default, for no limit.
     * @throws IllegalArgumentException if it is negative.
     */
    void timeout(long nanos);

    /**
     * Marks the call as safe to execute twice. If the connection is lost, such calls are sent again before the others.
     */
    void repeatable();

    /** Releases the call without sending it. */
    void cancel();
}
