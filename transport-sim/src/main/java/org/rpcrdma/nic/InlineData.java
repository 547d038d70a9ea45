// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.nic.host.HostBytes;

/** Room for short data in a place for each slot of a ring: what is posted inline, what comes inside of completions. */
final class InlineData {
    private final int size;
    /** Kept while its memory is used; it is freed with it. */
    private final ByteBuffer bytes;

    InlineData(final int size, final int slots) {
        this.size = size;
        bytes = ByteBuffer.allocateDirect(Math.multiplyExact(size, slots));
    }

    /** Bytes of a request's data at most. */
    int size() {
        return size;
    }

    long address(final int slot) {
        return BufferUtil.address(bytes) + (long) size * slot;
    }

    /** Room for a ring of twice the slots that holds what this one does, see {@link RingColumn}. */
    InlineData doubled() {
        final int half = bytes.capacity();
        final InlineData larger = new InlineData(size, 2 * (half / size));
        UnsafeApi.copyMemory(address(0), larger.address(0), half);
        UnsafeApi.copyMemory(address(0), larger.address(0) + half, half);
        return larger;
    }

    /** Takes a staged request's data, whose elements name live memory and fit. */
    void take(final SendChain chain, final int i, final int slot) {
        long to = address(slot);
        final int first = i * chain.maxSge;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            HostBytes.copy(chain.iovas[element], to, chain.lengths[element]);
            to += chain.lengths[element];
        }
    }
}
