/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of one call of a soak: what the peer reads, what it writes results and a reply into. What the peer may write is
 * marked while no call has it, so that a write that comes too late is found.
 */
final class SoakMemory {
    private static final int MARK = 64;
    private static final long MARKED = 0x5a5a_5a5a_5a5a_5a5aL;

    final int room;
    private final long address;
    private final UnsafeBuffer bytes;

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

    UnsafeBuffer bytes() {
        return bytes;
    }

    /** Where the arguments are. */
    int arguments() {
        return 0;
    }

    int results() {
        return room;
    }

    int reply() {
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
    void giveBack() {
        mark(results());
        mark(reply());
    }

    /** The next call takes the memory. */
    void take() {
        for (int i = 0; i < MARK; i += Long.BYTES) {
            if (bytes.getLong(results() + i) != MARKED || bytes.getLong(reply() + i) != MARKED) {
                throw new AssertionError("memory was written after its call's outcome: at=" + i);
            }
        }
    }
}
