// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.rnic.memory.HostBytes;

/**
 * Native memory for short data, with one fixed-size cell per slot of a ring. The data is the inline data of sends, or
 * the payloads in completions.
 */
final class InlineData {
    private final int size;
    /** The buffer that keeps the native memory reachable. */
    private final ByteBuffer bytes;

    InlineData(final int size, final int slots) {
        this.size = size;
        bytes = ByteBuffer.allocateDirect(Math.multiplyExact(size, slots));
    }

    /** Returns the size of a cell, in bytes. */
    int size() {
        return size;
    }

    long address(final int slot) {
        return BufferUtil.address(bytes) + (long) size * slot;
    }

    /** Returns a copy for a ring with twice as many slots; see {@link RingColumn}. */
    InlineData doubled() {
        final int half = bytes.capacity();
        final InlineData larger = new InlineData(size, 2 * (half / size));
        UnsafeApi.copyMemory(address(0), larger.address(0), half);
        UnsafeApi.copyMemory(address(0), larger.address(0) + half, half);
        return larger;
    }

    /** Copies a staged request's data. The data must fit, and the request's elements must refer to allocated memory. */
    void take(final SendChain chain, final int i, final int slot) {
        long to = address(slot);
        final int first = i * chain.maxSge;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            HostBytes.copy(chain.iovas[element], to, chain.lengths[element]);
            to += chain.lengths[element];
        }
    }
}
