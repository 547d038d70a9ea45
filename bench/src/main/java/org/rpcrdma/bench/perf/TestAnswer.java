// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.nio.ByteBuffer;

/**
 * The memory that a server grants, in the private data of its acceptance.
 *
 * <pre>
 *   0  magic  4 version  5 0  8 address, 16 rkey, 20 length of the server's memory
 * </pre>
 *
 * @param address the address that the client reads and writes.
 * @param rkey    the memory's rkey.
 * @param length  the memory's length in bytes.
 */
record TestAnswer(long address, int rkey, int length) {
    private static final int LENGTH = 24;
    private static final int PADDING = 3;

    byte[] encode() {
        return ByteBuffer.allocate(LENGTH)
                .putInt(TestOffer.MAGIC)
                .put(TestOffer.VERSION)
                .put(new byte[PADDING])
                .putLong(address)
                .putInt(rkey)
                .putInt(length)
                .array();
    }

    /**
     * Decodes a peer's answer, which may be padded.
     *
     * @param bytes the bytes per message, which must fit into the server's memory.
     * @throws IllegalArgumentException if the data is not an answer, has a different version, or grants less memory;
     *     the message is one line.
     */
    static TestAnswer decode(final byte[] privateData, final int bytes) {
        final ByteBuffer data = ByteBuffer.wrap(privateData);
        TestOffer.checkHead(data, "server");
        TestOffer.require(data.remaining() >= LENGTH - data.position(), "the answer is too short", privateData.length);
        data.position(data.position() + PADDING);
        final TestAnswer answer = new TestAnswer(data.getLong(), data.getInt(), data.getInt());
        TestOffer.require(
                answer.length >= bytes, "the server's memory is shorter than a message of " + bytes, answer.length);
        return answer;
    }
}
