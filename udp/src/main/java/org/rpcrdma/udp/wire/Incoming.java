// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Iterates over received datagrams. The system delivers messages, each of which contains consecutive datagrams from one
 * sender. All datagrams of a message have the same length, except that the last one may be shorter.
 */
final class Incoming {
    /** The maximum number of messages. */
    static final int MOST = 8;
    /** The maximum size of a message in bytes. */
    static final int LONGEST = 1 << 16;

    /** The memory for all messages. Its position is 0 and its limit is its capacity. */
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
     * Sets the lengths of a message and of its datagrams, in bytes.
     *
     * @param waited the time, in ns, for which the kernel held the message; 0 if unknown.
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

    /** Starts an iteration over the first {@code messages} messages. The position is before the first datagram. */
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

    /** Returns the time, in ns, for which the kernel held the message; 0 if unknown. */
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

    /** Returns the datagram's index in its message. */
    int number() {
        return number;
    }
}
