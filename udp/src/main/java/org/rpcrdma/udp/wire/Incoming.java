// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * What has come from the system: messages, each of which holds datagrams of one sender, one behind the other and of one
 * length, but for a shorter last one. It goes from datagram to datagram.
 */
final class Incoming {
    /** Messages at most. */
    static final int MOST = 8;
    /** Bytes of a message at most. */
    static final int LONGEST = 1 << 16;

    /** Has a place for each message; position 0, limit at its end. */
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
     * Sets a message: its bytes, and those of each of its datagrams.
     *
     * @param waited for how many nanoseconds the system had it; 0 if that is unknown.
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

    /** Begins ahead of a number of messages, those from 0 on. */
    void begin(final int messages) {
        count = messages;
        message = -1;
        begin = 0;
        length = 0;
    }

    /** Goes to the next datagram. Returns false if there is none; then there is no datagram. */
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

    /** Returns for how many nanoseconds the system had it. */
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

    /** Returns how many datagrams of its message are ahead of it. */
    int number() {
        return number;
    }
}
