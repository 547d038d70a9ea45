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
package org.rpcrdma.nic.model;

import java.util.Arrays;

/** Pieces of a host's memory, one behind the other, that a work request's addresses stand for. */
final class Pieces {
    /** Instead of an offset: reads as zero, what is written is dropped. */
    static final int NOWHERE = -1;

    final ModelHost host;
    int count;
    /** Whether an address stood for nothing: the pieces are those before it. */
    boolean isFaulty;

    private int[] offsets = new int[8];
    private int[] lengths = new int[8];
    private int total;

    Pieces(final ModelHost host) {
        this.host = host;
    }

    void add(final int offset, final int length) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        offsets[count] = offset;
        lengths[count++] = length;
        total += length;
    }

    int offset(final int i) {
        return offsets[i];
    }

    int length(final int i) {
        return lengths[i];
    }

    int total() {
        return total;
    }

    byte[] read() {
        final byte[] result = new byte[total];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                System.arraycopy(host.memory.bytes, offsets[i], result, at, lengths[i]);
            }
            at += lengths[i];
        }
        return result;
    }

    /** Writes data from a place in it on. */
    void write(final byte[] data, final int first) {
        int at = first;
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                host.memory.write(offsets[i], data, at, lengths[i]);
            }
            at += lengths[i];
        }
    }

    /** What is there may be anything after this. */
    void leaveUnspecified() {
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                host.memory.unspecified.add(offsets[i], lengths[i]);
            }
        }
    }
}
