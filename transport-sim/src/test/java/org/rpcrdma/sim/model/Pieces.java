// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.Arrays;

/** Consecutive pieces of a host's memory, to which the addresses in a work request refer. */
final class Pieces {
    /** The offset of a piece that has no memory. Reads return zeros, and writes are dropped. */
    static final int NOWHERE = -1;

    final ModelHost host;
    int count;
    /** True if an address did not refer to memory. The list then contains only the pieces that precede this address. */
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

    /** Writes data, starting at the given offset. */
    void write(final byte[] data, final int first) {
        int at = first;
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                host.memory.write(offsets[i], data, at, lengths[i]);
            }
            at += lengths[i];
        }
    }

    /** Marks the contents as unspecified. */
    void leaveUnspecified() {
        for (int i = 0; i < count; i++) {
            if (offsets[i] != NOWHERE) {
                host.memory.unspecified.add(offsets[i], lengths[i]);
            }
        }
    }
}
