// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/**
 * The most recent calls, keyed by connection, direction and transaction id. Replies are matched with their calls,
 * because a reply does not contain its program and procedure.
 */
final class CallTable {
    private final RecentKeys keys = new RecentKeys();
    private final boolean[] named = new boolean[RecentKeys.CAPACITY];
    private final int[] programs = new int[RecentKeys.CAPACITY];
    private final int[] versions = new int[RecentKeys.CAPACITY];
    private final int[] procedures = new int[RecentKeys.CAPACITY];
    private final int[] operations = new int[RecentKeys.CAPACITY];
    private final int[] segments = new int[RecentKeys.CAPACITY];
    private final long[] frames = new long[RecentKeys.CAPACITY];
    private final long[] nanos = new long[RecentKeys.CAPACITY];

    CallTable() {}

    /** Returns a call's key, which combines the sender, the connection and the transaction id. */
    static long key(final int connection, final int side, final int xid) {
        return (long) connection << 33 | (long) side << 32 | Integer.toUnsignedLong(xid);
    }

    /** Adds a call whose program is not yet known and returns its slot. */
    int begin(final long key, final long frame, final long relativeNanos, final int offered) {
        final int slot = keys.slotOf(key);
        named[slot] = false;
        frames[slot] = frame;
        nanos[slot] = relativeNanos;
        segments[slot] = offered;
        return slot;
    }

    void name(final int slot, final int program, final int version, final int procedure, final int operation) {
        named[slot] = true;
        programs[slot] = program;
        versions[slot] = version;
        procedures[slot] = procedure;
        operations[slot] = operation;
    }

    /** Returns a call's slot, or a negative number if the call is unknown. */
    int find(final long key) {
        return keys.find(key);
    }

    /** Copies the program, the procedure and the frame of a call to its reply. */
    void answer(final int slot, final DecodedMessage reply) {
        if (named[slot]) {
            reply.program(programs[slot], versions[slot], procedures[slot], operations[slot]);
        }
        reply.call(frames[slot], nanos[slot], segments[slot]);
    }

    /** Marks a call as answered, so that no further reply matches it. */
    void end(final int slot) {
        frames[slot] = DecodedMessage.NO_FRAME;
    }
}
