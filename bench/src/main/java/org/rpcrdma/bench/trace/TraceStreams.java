// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

/**
 * A table of the streams to which events refer. A stream is a sender and a receiver, or one queue pair. The table is
 * small, so a new entry replaces the old entry at the same index.
 */
final class TraceStreams {
    private static final int PLACES = 1 << 12;
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    /** For each index, an address and a queue pair number; 0 if the slot is empty. */
    private final long[] senders = new long[PLACES];

    private final long[] receivers = new long[PLACES];

    /** Encodes an IPv4 address and a queue pair number. */
    static long end(final int address, final int queuePair) {
        return (long) address << 32 | Integer.toUnsignedLong(queuePair);
    }

    /** Returns the index of a stream. */
    static int place(final long sender, final long receiver) {
        return (int) ((sender * 31 + receiver) * MIX >>> 52);
    }

    boolean has(final int place, final long sender, final long receiver) {
        return senders[place] == sender && receivers[place] == receiver;
    }

    /** Enters a stream; returns false if the index is out of range. */
    boolean enter(final int place, final long sender, final long receiver) {
        if (place >= PLACES) {
            return false;
        }
        senders[place] = sender;
        receivers[place] = receiver;
        return true;
    }

    /** Returns true if the index has an entry. */
    boolean isEntered(final int place) {
        return place < PLACES && senders[place] != 0;
    }

    long sender(final int place) {
        return senders[place];
    }

    long receiver(final int place) {
        return receivers[place];
    }
}
