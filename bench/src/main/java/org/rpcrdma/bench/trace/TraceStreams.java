// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

/** A table of the parties to events, so that an event names a place in it only: a sender and a receiver, or one queue
 * pair.
 * The table is small; a new entry replaces the old one.
 */
final class TraceStreams {
    private static final int PLACES = 1 << 12;
    private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

    /** Of each place an address and the number of a queue pair, 0 if nobody was entered. */
    private final long[] senders = new long[PLACES];

    private final long[] receivers = new long[PLACES];

    /** Returns an IPv4 address and the number of a queue pair. */
    static long end(final int address, final int queuePair) {
        return (long) address << 32 | Integer.toUnsignedLong(queuePair);
    }

    /** Returns the place of a stream that is in the table. */
    static int place(final long sender, final long receiver) {
        return (int) ((sender * 31 + receiver) * MIX >>> 52);
    }

    boolean has(final int place, final long sender, final long receiver) {
        return senders[place] == sender && receivers[place] == receiver;
    }

    /** Enters a stream; returns false if there is no such place. */
    boolean enter(final int place, final long sender, final long receiver) {
        if (place >= PLACES) {
            return false;
        }
        senders[place] = sender;
        receivers[place] = receiver;
        return true;
    }

    /** Returns true if a stream was entered. */
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
