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

import org.agrona.MutableDirectBuffer;

/**
 * A call that is being staged: its message, and the memory that is offered to the peer in chunks.
 *
 * <pre>{@code
 * ClientCall call = client.newCall();
 * call.message().putInt(0, xid, ByteOrder.BIG_ENDIAN);
 * ...
 * call.beginWriteChunk();
 * call.writeSegment(address, 65536);
 * call.send(messageLength, handler);
 * }</pre>
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
     * Offers memory that the peer reads. A segment of position 0 makes the call one without inline message (RDMA_NOMSG).
     *
     * @param position the position in the RPC message that it belongs to, 0 or more, a multiple of 4, and not below that of the
     *                 segment before.
     * @param address  where the memory begins.
     * @param length   bytes, 1 to the client's maximal segment.
     */
    void readSegment(int position, long address, int length);

    /** Begins the next Write chunk, which the segments that follow make up. */
    void beginWriteChunk();

    /**
     * Offers memory that the peer writes, as part of the Write chunk begun last.
     *
     * @param address where the memory begins.
     * @param length  bytes, 1 to the client's maximal segment.
     */
    void writeSegment(long address, int length);

    /**
     * Offers memory that the peer writes a reply message into.
     *
     * @param address where the memory begins.
     * @param length  bytes, 1 to the client's maximal segment.
     */
    void replySegment(long address, int length);

    /**
     * Sends the call, or queues it until a credit is there. Calls are sent in the order of this method. One that cannot be sent
     * fails, possibly before this method returns.
     *
     * @param messageLength bytes of {@link #message()}; 0 where the message goes by a Position-Zero Read chunk.
     * @param handler       takes the outcome.
     * @throws IllegalArgumentException where the length is out of range.
     * @throws IllegalStateException    where the client is not connected nor about to be.
     */
    void send(int messageLength, ReplyHandler handler);

    /** Gives the call back without sending it. */
    void cancel();
}
