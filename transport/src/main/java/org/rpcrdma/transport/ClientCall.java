// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.XdrWriter;

/**
 * A call that is being staged: its message, and the memory that the peer may read and write for it.
 *
 * <p>Either the caller names the memory that the call moves, and the transport chooses the chunks like xprtrdma, by the
 * inline thresholds of the connection that the call goes out on:
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
 *   the message fits              a Read chunk an argument
 *   otherwise                     the message by a Position-Zero Read chunk, a Read chunk an argument
 *
 *   the longest reply fits        nothing is offered
 *   it does without its results   a Write chunk a result
 *   otherwise                     a Reply chunk, for a reply with its results in it
 * </pre>
 *
 * <p>Or the caller makes the chunk lists, with {@link #readSegment}, {@link #beginWriteChunk}, {@link #writeSegment}
 * and {@link #replySegment}. {@link #explicitChunks} says that there are none beside those. They go out as they are,
 * and the message behind them inline. In either case, memory that is longer than a fast-register region is offered as
 * several segments. Arguments and results are those that the program's binding calls DDP-eligible (RFC 8166, section
 * 6); a call whose message is protected by RPCSEC_GSS has none.
 *
 * <p>Chunk memory lies in blocks of the client's device memory. It belongs to the call from {@link #send} until its
 * handler is called. The object is the caller's until {@link #send} or {@link #cancel}, and then reused. Not
 * thread-safe; used on the client's event loop only.
 */
public interface ClientCall {
    /**
     * Returns the buffer for the RPC call message, which begins at 0. Bytes 0 to 3 are the transaction id, big-endian,
     * even if the message itself goes by a Position-Zero Read chunk.
     *
     * @return a buffer as long as the client's buffer size, with undefined content.
     */
    MutableDirectBuffer message();

    /**
     * Writes the head of the RPC call into {@link #message()}, with the client's credential.
     *
     * @param xid       the transaction id, unique among the calls that the client has outstanding.
     * @param program   the program's number.
     * @param version   its version.
     * @param procedure the procedure's number.
     * @return a writer of the arguments, reused by the client's next call; its position is the message's length.
     */
    XdrWriter begin(int xid, int program, int version, int procedure);

    /**
     * Takes the message from the caller's memory, if it is longer than {@link #message()}. Pass a length of 0 to {@link
     * #send} then.
     *
     * @param address the first byte, which begins the transaction id. There are bytes behind the address.
     * @param length  bytes, at least 4.
     */
    void messageAt(long address, int length);

    /**
     * Adds a DDP-eligible argument from the caller's memory. The transport pads it to a multiple of 4 if it goes
     * inline.
     *
     * @param offset  its place in the message, which is written without its arguments: a multiple of 4, at least 4, not
     *                below that of the argument before.
     * @param address the first byte. There are bytes behind the address.
     * @param length  bytes, at least 1.
     */
    void argument(int offset, long address, int length);

    /**
     * Names the memory for a DDP-eligible result. {@link RpcReply#data()} finds it there, or in the reply message if it
     * came inline. Without {@link #longestReply}, up to 256 bytes of the reply are not results, its head of 24 bytes
     * included.
     *
     * @param address the first byte.
     * @param length  the longest result, at least 1 byte.
     */
    void result(long address, int length);

    /**
     * Sets the length of the longest reply message, its results included, and the memory for a reply that does not come
     * inline. Without this the reply comes inline.
     *
     * @param address the first byte; it may be that of the results.
     * @param length  bytes, at least 1, and at least those of the results, each padded to a multiple of 4.
     */
    void longestReply(long address, int length);

    /**
     * Offers memory that the peer reads. A segment of position 0 makes a Position-Zero Read chunk: the call has no
     * inline message (RDMA_NOMSG).
     *
     * @param position its position in the RPC message, 0 or more, a multiple of 4. Segments of one position form a
     *                 chunk, in this order; positions may come in any order.
     * @param address  the first byte.
     * @param length   bytes, at least 1.
     */
    void readSegment(int position, long address, int length);

    /**
     * Declares that the caller makes the chunk lists, even if it makes none. The transport then chooses no chunk for a
     * message that fits inline, though not behind the longest header.
     */
    void explicitChunks();

    /** Begins the next Write chunk, which the segments that follow make up. */
    void beginWriteChunk();

    /**
     * Offers memory that the peer writes, as part of the Write chunk begun last.
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
     * Sends the call, or queues it until there is a credit. Calls are sent in the order of this method. A call that
     * cannot be sent fails, possibly before this method returns.
     *
     * @param messageLength bytes of {@link #message()}; 0 if the message lies elsewhere.
     * @param handler       takes the outcome.
     * @throws IllegalArgumentException if the length is out of range, there is no handler, or the call's parts
     *                                  contradict each other; the call can still be sent then, or cancelled.
     * @throws IllegalStateException    if the client is neither connected nor connecting, or chunks were both made and
     *                                  to be chosen.
     */
    void send(int messageLength, ReplyHandler handler);

    /**
     * Sets the time limit of the call, from {@link #send} to its handler, whatever connections it takes. If there is no
     * reply by then, the call is withdrawn: the handler gets the failure once the peer can no longer reach its memory.
     * The server may carry it out nonetheless.
     *
     * @param nanos nanoseconds; 0, the default, for no limit.
     * @throws IllegalArgumentException if it is negative.
     */
    void timeout(long nanos);

    /**
     * Marks the call as one that the server may carry out twice. If the connection is lost, such calls are sent again
     * before the others.
     */
    void repeatable();

    /** Gives the call back without sending it. */
    void cancel();
}
