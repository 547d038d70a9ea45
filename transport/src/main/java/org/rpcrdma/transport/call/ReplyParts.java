// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedRange;
import org.rpcrdma.verbs.DmaDirection;

/**
 * Memory of a service's that goes out behind the reply message's begin, in place. It is mapped for the one transfer.
 */
public final class ReplyParts {
    private long[] addresses = {};
    private int[] lengths = {};
    private MappedRange[] ranges = {};
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private int count;
    private int mapped;
    private int bytes;

    void add(final long address, final int length) {
        if (count == addresses.length) {
            grow(Math.max(2, 2 * count));
        }
        addresses[count] = address;
        lengths[count] = length;
        count++;
        bytes += length;
    }

    private void grow(final int capacity) {
        addresses = Arrays.copyOf(addresses, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        ranges = Arrays.copyOf(ranges, capacity);
        for (int i = count; i < capacity; i++) {
            ranges[i] = new MappedRange();
        }
    }

    int count() {
        return count;
    }

    /** Returns the bytes of all parts. */
    public int bytes() {
        return bytes;
    }

    int length(final int part) {
        return lengths[part];
    }

    /** Returns the mapped range of a part. */
    MappedRange range(final int part) {
        return ranges[part];
    }

    void map(final BufferMapper memory) {
        while (mapped < count) {
            memory.map(ranges[mapped], addresses[mapped], lengths[mapped], DmaDirection.TO_DEVICE);
            mapped++;
        }
    }

    public void copyTo(final MutableDirectBuffer target, final int offset) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            view.wrap(addresses[i], lengths[i]);
            target.putBytes(at, view, 0, lengths[i]);
            at += lengths[i];
        }
    }

    /** Ends the mappings and forgets the parts. */
    void release(final BufferMapper memory) {
        while (mapped > 0) {
            mapped--;
            memory.unmap(ranges[mapped]);
        }
        forget();
    }

    /** Forgets the parts, none of which is mapped. */
    public void forget() {
        count = 0;
        bytes = 0;
    }
}
