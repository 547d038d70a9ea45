// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of one call of a soak: what the peer reads, what it writes results and a reply into. What the peer may
 * write is marked while no call has it, so that a write that comes too late is found.
 */
public final class SoakMemory {
    private static final int MARK = 64;
    private static final long MARKED = 0x5a5a_5a5a_5a5a_5a5aL;

    final int room;
    private final long address;
    final UnsafeBuffer bytes;

    /** As much as three areas take, the last of which has 4096 bytes more. */
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

    /** Where the arguments are. */
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

    /** A call's outcome is there: nobody but the caller may write any more. */
    public void giveBack() {
        mark(results());
        mark(reply());
    }

    /** The next call takes the memory. */
    public void take() {
        for (int i = 0; i < MARK; i += Long.BYTES) {
            if (bytes.getLong(results() + i) != MARKED || bytes.getLong(reply() + i) != MARKED) {
                throw new AssertionError("memory was written after its call's outcome: at=" + i);
            }
        }
    }
}
