// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.MutableDirectBuffer;

/**
 * A call that is being staged: its message, and the memory that the peer may read and write for it.
 *
 * <p>Either the caller says what the call moves, and the transport chooses how, as xprtrdma does, by the inline thresholds of the
 * connection that the call goes out on:
 *
 * <pre>{@code
 * ClientCall call = client.newCall();
 * call.message().putInt(0, xid, ByteOrder.BIG_ENDIAN);
 * ...
 * call.argument(offsetInMessage, data, 65536);
 * call.longestReply(replyMemory, 512);
 * call.send(messageLength, handler);
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
 * <p>Or the caller makes the chunk lists, with {@link #readSegment}, {@link #beginWriteChunk}, {@link #writeSegment} and
 * {@link #replySegment}, or says by {@link #explicitChunks} that there are none beside those: they go out as they are, and the message behind them inline. What is longer than a fast-register region
 * takes is offered as several segments in either case. Arguments and results are those that the program's binding calls
 * DDP-eligible (RFC 8166, section 6); a call whose message is protected by RPCSEC_GSS has none.
 *
 * <p>Chunk memory lies in blocks of the client's device memory. It belongs to the call from {@link #send} until its handler
 * is called. The object is reused: it is the caller's until {@link #send} or {@link #cancel}. Not thread-safe; used on the
 * client's event loop only.
 */
public interface ClientCall {
    /**
     * Where the RPC call message is written, from 0. Bytes 0 to 3 are the transaction id, big-endian, also where the message
     * itself goes by a Position-Zero Read chunk.
     *
     * @return a buffer as long as the client's buffer size. Its bytes are what they were left as.
     */
    MutableDirectBuffer message();

    /**
     * Says that the message lies in the caller's memory; for one that is longer than {@link #message()}. {@link #send} is then
     * told a length of 0.
     *
     * @param address where it begins: with the transaction id. There are bytes behind the address.
     * @param length  bytes, at least 4.
     */
    void messageAt(long address, int length);

    /**
     * Says that the caller's memory belongs into the message, as a DDP-eligible argument. It is filled up to a multiple of 4 by
     * the transport where it goes inline.
     *
     * @param offset  where in the message, which is written without its arguments, it belongs: a multiple of 4, at least 4, not
     *                below that of the argument before.
     * @param address where the memory begins. There are bytes behind the address.
     * @param length  bytes, at least 1.
     */
    void argument(int offset, long address, int length);

    /**
     * Says where a DDP-eligible result may be put. Needs {@link #longestReply}. Where the results come in the reply message,
     * {@link RpcReply#writeChunkLength} is 0.
     *
     * @param address where the memory begins.
     * @param length  bytes that the result has at most, at least 1.
     */
    void result(long address, int length);

    /**
     * Says how long the reply message may become, its results included, and where it may be put when it does not come inline.
     * Where this is not said the reply comes inline.
     *
     * @param address where the memory begins; it may be that of the results too.
     * @param length  bytes, at least 1, and at least those of the results, each filled up to a multiple of 4.
     */
    void longestReply(long address, int length);

    /**
     * Offers memory that the peer reads. A segment of position 0 makes the call one without inline message (RDMA_NOMSG).
     *
     * @param position the position in the RPC message that it belongs to, 0 or more, a multiple of 4. Segments of one position form a
     *                 chunk, in this order; positions may come in any order.
     * @param address  where the memory begins.
     * @param length   bytes, at least 1.
     */
    void readSegment(int position, long address, int length);

    /**
     * Says that the chunk lists are those that the caller makes, also if it makes none: the transport then chooses no chunk for a message
     * that does fit inline, though not behind the longest header.
     */
    void explicitChunks();

    /** Begins the next Write chunk, which the segments that follow make up. */
    void beginWriteChunk();

    /**
     * Offers memory that the peer writes, as part of the Write chunk begun last.
     *
     * @param address where the memory begins.
     * @param length  bytes, at least 1.
     */
    void writeSegment(long address, int length);

    /**
     * Offers memory that the peer writes a reply message into.
     *
     * @param address where the memory begins.
     * @param length  bytes, at least 1.
     */
    void replySegment(long address, int length);

    /**
     * Sends the call, or queues it until a credit is there. Calls are sent in the order of this method. One that cannot be sent
     * fails, possibly before this method returns.
     *
     * @param messageLength bytes of {@link #message()}; 0 where the message lies elsewhere.
     * @param handler       takes the outcome.
     * @throws IllegalArgumentException where the length is out of range, there is no handler, or what was said of the call does not fit
     *                                  together; the call can still be sent then, or cancelled.
     * @throws IllegalStateException    where the client is not connected nor about to be, or chunks were both made and to be
     *                                  chosen.
     */
    void send(int messageLength, ReplyHandler handler);

    /** Gives the call back without sending it. */
    void cancel();
}
