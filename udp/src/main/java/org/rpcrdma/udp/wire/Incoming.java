// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Iterates over received datagrams. The system delivers messages: consecutive datagrams of one sender, all of one
 * length except a shorter last one.
 */
final class Incoming {
    /** The maximum number of messages. */
    static final int MOST = 8;
    /** The maximum size in bytes of a message. */
    static final int LONGEST = 1 << 16;

    /** Has space for each message; position 0, limit at its end. */
    final ByteBuffer memory = ByteBuffer.allocateDirect(MOST * LONGEST);

    private final InetSocketAddress[] senders = new InetSocketAddress[MOST];
    private final int[] lengths = new int[MOST];
    private final int[] datagramLengths = new int[MOST];
    private final long[] waits = new long[MOST];
    private int count;
    private int message;
    private int begin;
    private int length;
    private int number;

    /**
     * Sets a message: its length, and the length of its datagrams, in bytes.
     *
     * @param waited how long the kernel held the message, in nanoseconds; 0 if unknown.
     */
    void set(
            final int index,
            final InetSocketAddress sender,
            final int bytes,
            final int datagramBytes,
            final long waited) {
        senders[index] = sender;
        lengths[index] = bytes;
        datagramLengths[index] = datagramBytes;
        waits[index] = waited;
    }

    /** Starts before the first of a number of messages, which have indexes from 0. */
    void begin(final int messages) {
        count = messages;
        message = -1;
        begin = 0;
        length = 0;
    }

    /** Advances to the next datagram. Returns false at the end. */
    boolean next() {
        if (message >= 0 && begin + length < message * LONGEST + lengths[message]) {
            begin += length;
            number++;
        } else if (message + 1 < count) {
            message++;
            begin = message * LONGEST;
            number = 0;
        } else {
            begin(0);
            return false;
        }
        length = Math.min(datagramLengths[message], message * LONGEST + lengths[message] - begin);
        return true;
    }

    InetSocketAddress sender() {
        return senders[message];
    }

    /** Returns the nanoseconds for which the kernel held the message. */
    long waited() {
        return waits[message];
    }

    /** Returns the offset of the datagram. */
    int begin() {
        return begin;
    }

    int length() {
        return length;
    }

    /** Returns the index of the datagram in its message. */
    int number() {
        return number;
    }
}
