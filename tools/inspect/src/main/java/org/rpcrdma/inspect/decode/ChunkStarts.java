// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.rpcrdma.capture.CapturedMessage;

/**
 * Remembers a value for each chunk that was recently written or will soon be read. A chunk's key consists of its
 * connection, handle and address.
 *
 * <p>Keys are hashed to 64 bits. A collision would be detected, because the values contain transaction ids.
 */
final class ChunkStarts {
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;
    private static final int WORDS = 8;

    private final RecentKeys keys = new RecentKeys();
    private final long[] values = new long[RecentKeys.CAPACITY];

    ChunkStarts() {}

    void put(final int connection, final int rkey, final long address, final long value) {
        values[keys.slotOf(key(connection, rkey, address))] = value;
    }

    /** Stores the first two words that an RDMA WRITE transfers. */
    void putWords(final CapturedMessage written) {
        if (written.length() >= WORDS) {
            final long words = written.buffer().getLong(written.offset(), BIG_ENDIAN);
            put(written.connection(), written.rkey(), written.address(), words);
        }
    }

    /** Returns the index of a chunk's value, or a negative number if there is no value. */
    int find(final int connection, final int rkey, final long address) {
        return keys.find(key(connection, rkey, address));
    }

    long value(final int slot) {
        return values[slot];
    }

    private static long key(final int connection, final int rkey, final long address) {
        final long chunk = (address * MULTIPLIER ^ rkey) * MULTIPLIER;
        return (chunk ^ chunk >>> 32 ^ connection) * MULTIPLIER;
    }
}
