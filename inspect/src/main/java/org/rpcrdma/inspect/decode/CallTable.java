// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/** The latest calls, by connection, direction and transaction id: a reply says neither program nor procedure. */
final class CallTable {
    private final RecentKeys keys = new RecentKeys();
    private final int[] programs = new int[RecentKeys.CAPACITY];
    private final int[] versions = new int[RecentKeys.CAPACITY];
    private final int[] procedures = new int[RecentKeys.CAPACITY];
    private final int[] operations = new int[RecentKeys.CAPACITY];

    CallTable() {}

    /** Returns the key of a call: its sender, its connection and its transaction id. */
    static long key(final int connection, final boolean fromClient, final int xid) {
        return (long) connection << 33 | (fromClient ? 1L << 32 : 0) | Integer.toUnsignedLong(xid);
    }

    void put(final long key, final int program, final int version, final int procedure, final int operation) {
        final int slot = keys.slotOf(key);
        programs[slot] = program;
        versions[slot] = version;
        procedures[slot] = procedure;
        operations[slot] = operation;
    }

    /** Returns the slot of a call, or a negative number if it is not known. */
    int find(final long key) {
        return keys.find(key);
    }

    int program(final int slot) {
        return programs[slot];
    }

    int version(final int slot) {
        return versions[slot];
    }

    /** Returns the operation of a COMPOUND, or {@link CompoundNames#UNKNOWN}. */
    int operation(final int slot) {
        return operations[slot];
    }

    int procedure(final int slot) {
        return procedures[slot];
    }
}
