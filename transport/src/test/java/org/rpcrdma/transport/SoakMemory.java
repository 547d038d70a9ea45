// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of a call in a soak: the data that the peer reads, and the areas to which the peer writes results and a
 * reply. The writable areas are marked while no call uses them, so that late writes are detected.
 */
public final class SoakMemory {
    private static final int MARK = 64;
    private static final long MARKED = 0x5a5a_5a5a_5a5a_5a5aL;

    final int room;
    private final long address;
    final UnsafeBuffer bytes;

    /** Returns the total length of the three areas, the last of which is 4096 bytes longer than the others. */
    static int bytes(final int room) {
        return 3 * room + 4096;
    }

    SoakMemory(final long address, final int room) {
        this.address = address;
        this.room = room;
        bytes = new UnsafeBuffer(address, bytes(room));
        mark(0);
        mark(room);
        mark(2 * room);
    }

    /** Returns the address of the arguments. */
    int arguments() {
        return 0;
    }

    int results() {
        return room;
    }

    public int reply() {
        return 2 * room;
    }

    long address(final int offset) {
        return address + offset;
    }

    private void mark(final int offset) {
        for (int i = 0; i < MARK; i += Long.BYTES) {
            bytes.putLong(offset + i, MARKED);
        }
    }

    /** Releases the memory after the outcome of the call. After that, only the caller may write to it. */
    public void giveBack() {
        mark(results());
        mark(reply());
    }

    /** Acquires the memory for the next call. */
    public void take() {
        for (int i = 0; i < MARK; i += Long.BYTES) {
            if (bytes.getLong(results() + i) != MARKED || bytes.getLong(reply() + i) != MARKED) {
                throw new AssertionError("memory was written after its call's outcome: at=" + i);
            }
        }
    }
}
