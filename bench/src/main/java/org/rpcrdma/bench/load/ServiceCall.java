// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A slot of a {@link ServiceClient} for one call in flight, including the memory for its chunks. Its data is random,
 * and the returned bytes are compared with it.
 *
 * <pre>
 *   data    bytes to send                      by a Read chunk if it does not fit inline
 *   result  where the reply's data may go      by a Write chunk
 *   reply   where the reply may go             by a Reply chunk
 * </pre>
 */
abstract class ServiceCall implements ReplyHandler {
    /** The maximum number of bytes in a reply without its data. */
    private static final int REPLY_OVERHEAD = 64;

    private static final int PAGE = 4096;

    private final ServiceClient client;
    private final SeededRandom random;
    private final int maxData;
    private final MemoryBlock dataMemory;
    private final MemoryBlock resultMemory;
    private final MemoryBlock replyMemory;
    private final UnsafeBuffer data;
    private final UnsafeBuffer result;
    private final UnsafeBuffer reply;
    private int length;
    private boolean offersResult;

    ServiceCall(final ServiceClient client, final Device device, final SeededRandom random, final int maxData) {
        this.client = client;
        this.random = random;
        this.maxData = maxData;
        dataMemory = device.memory().allocate(maxData + REPLY_OVERHEAD, PAGE);
        resultMemory = device.memory().allocate(maxData, PAGE);
        replyMemory = device.memory().allocate(maxData + REPLY_OVERHEAD, PAGE);
        data = new UnsafeBuffer(dataMemory.address(), maxData + REPLY_OVERHEAD);
        result = new UnsafeBuffer(resultMemory.address(), maxData);
        reply = new UnsafeBuffer(replyMemory.address(), maxData + REPLY_OVERHEAD);
    }

    /** Stages and sends the next call. */
    abstract void issue(ClientCall call, int xid);

    /** Returns true if a reply is correct. */
    abstract boolean isRight(RpcReply received);

    /** Generates new data with a random length. */
    final void newData() {
        length = 1 + random.nextInt(maxData);
        for (int i = 0; i < length + 7 && i < maxData; i += Long.BYTES) {
            data.putLong(i, random.nextLong());
        }
    }

    final SeededRandom random() {
        return random;
    }

    /** Returns the number of bytes in the data. */
    final int length() {
        return length;
    }

    final long dataAddress() {
        return dataMemory.address();
    }

    /** Offers memory for the reply's data, which is returned as a result or in a long reply. */
    final void expect(final ClientCall call, final boolean asResult) {
        offersResult = asResult;
        result.setMemory(0, length, (byte) 0);
        if (asResult) {
            call.result(resultMemory.address(), length);
        }
        call.longestReply(replyMemory.address(), length + REPLY_OVERHEAD);
    }

    /**
     * Returns true if the reply contains this call's data.
     *
     * @param offset the data's offset from the start of the results if the data is in the message.
     */
    final boolean hasData(final RpcReply received, final int offset) {
        if (offersResult && received.writeChunkLength(0) != 0) {
            return received.writeChunkLength(0) == length && isSame(result, 0);
        }
        final int at = RpcProgram.RESULTS + offset;
        final int bytes = received.inReplyChunk() ? received.replyChunkLength() : received.messageLength();
        if (bytes < at + length) {
            return false;
        }
        return received.inReplyChunk() ? isSame(reply, at) : isSame(received.message(), received.messageOffset() + at);
    }

    private boolean isSame(final DirectBuffer buffer, final int offset) {
        for (int i = 0; i < length; i++) {
            if (buffer.getByte(offset + i) != data.getByte(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final void onReply(final RpcReply received) {
        client.replied(this, isRight(received));
    }

    @Override
    public final void onFailure(final String reason) {
        client.failed(reason);
    }

    final void close() {
        dataMemory.close();
        resultMemory.close();
        replyMemory.close();
    }
}
