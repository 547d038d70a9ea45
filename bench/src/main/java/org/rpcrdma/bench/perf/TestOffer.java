// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.nio.ByteBuffer;

/**
 * The test that a client requests, in the private data of its connection request.
 *
 * <pre>
 *   0  magic  4 version  5 test  6 0  8 bytes of a message  12 tx depth  16 address, 24 rkey of the client's memory
 * </pre>
 *
 * @param test    the kind of measurement. RPC tests have separate connections without an offer.
 * @param bytes   the bytes per message.
 * @param txDepth the number of outstanding messages.
 * @param address the address for the server's writes, if any.
 * @param rkey    the rkey for the server's writes.
 */
record TestOffer(PerfTest test, int bytes, int txDepth, long address, int rkey) {
    static final int MAGIC = 0x52504346;
    static final byte VERSION = 1;
    private static final int LENGTH = 28;
    private static final int HEAD = 5;

    byte[] encode() {
        return ByteBuffer.allocate(LENGTH)
                .putInt(MAGIC)
                .put(VERSION)
                .put((byte) test.code())
                .putShort((short) 0)
                .putInt(bytes)
                .putInt(txDepth)
                .putLong(address)
                .putInt(rkey)
                .array();
    }

    /**
     * Decodes a peer's offer, which may be padded.
     *
     * @throws IllegalArgumentException if the data is not an offer, has a different version, or is out of range; the
     *     message is one line of ASCII.
     */
    static TestOffer decode(final byte[] privateData) {
        final ByteBuffer data = ByteBuffer.wrap(privateData);
        checkHead(data, "client");
        require(data.remaining() >= LENGTH - HEAD, "the offer is too short", privateData.length);
        final int code = data.get() & 0xff;
        final PerfTest test = PerfTest.of(code);
        require(test != null && !test.isRpc(), "this server does not support the test", code);
        data.getShort();
        final int bytes = data.getInt();
        require(bytes >= 1 && bytes <= PerfPlan.MAX_BYTES, "size must be from 1 to " + PerfPlan.MAX_BYTES, bytes);
        final int txDepth = data.getInt();
        require(
                txDepth >= 1 && txDepth <= PerfPlan.MAX_TX_DEPTH,
                "tx-depth must be from 1 to " + PerfPlan.MAX_TX_DEPTH,
                txDepth);
        return new TestOffer(test, bytes, txDepth, data.getLong(), data.getInt());
    }

    /** Checks the magic number and the version, with which offers and answers begin. */
    static void checkHead(final ByteBuffer data, final String peer) {
        if (data.remaining() < HEAD || data.getInt() != MAGIC) {
            throw new IllegalArgumentException("the " + peer + " is not rpcrdma perf");
        }
        final int version = data.get();
        require(version == VERSION, "the " + peer + "'s version must be " + VERSION, version);
    }

    static void require(final boolean isRight, final String rule, final int value) {
        if (!isRight) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }
}
