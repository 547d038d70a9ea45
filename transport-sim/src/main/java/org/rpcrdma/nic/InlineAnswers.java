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
package org.rpcrdma.nic;

/** The answers to reads and atomics that go into their completions, from when they arrive until those are added. */
final class InlineAnswers {
    private final InlineData data;
    private final boolean[] isHere;

    InlineAnswers(final int room, final int slots) {
        data = new InlineData(room, slots);
        isHere = new boolean[slots];
    }

    /** Bytes of an answer at most. */
    int room() {
        return data.size();
    }

    /** Takes the answer to the request of a slot. */
    void take(final Packet packet, final int slot) {
        packet.copyTo(data.address(slot), packet.length);
        isHere[slot] = true;
    }

    /** Forgets the answer to the request of a slot, which completes. Returns whether there was one. */
    boolean remove(final int slot) {
        final boolean wasHere = isHere[slot];
        isHere[slot] = false;
        return wasHere;
    }

    /** Where an answer is. */
    long address(final int slot) {
        return data.address(slot);
    }
}
