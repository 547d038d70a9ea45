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
 * The parts of a reply message that are sent directly from the service's memory, without a copy. Each part is mapped
 * for a single transfer.
 *
 * <pre>
 *   as written     | message ...            | ... message |
 *                                           ^ offset of part 0
 *   as sent        | message ... | part 0   | ... message | part 1, at the end
 * </pre>
 */
public final class ReplyParts {
    /** The offset of a part that follows the message, regardless of the message's length. */
    static final int END = Integer.MAX_VALUE;

    private int[] offsets = {};
    private long[] addresses = {};
    private int[] lengths = {};
    private MappedRange[] ranges = {};
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private int count;
    private int mapped;
    private int bytes;

    /**
     * Adds a part.
     *
     * @param offset the number of bytes of the message that precede the part, not counting other parts; not less than
     *               the previous part's offset.
     */
    void add(final int offset, final long address, final int length) {
        if (count == addresses.length) {
            grow(Math.max(2, 2 * count));
        }
        offsets[count] = offset;
        addresses[count] = address;
        lengths[count] = length;
        count++;
        bytes += length;
    }

    private void grow(final int capacity) {
        offsets = Arrays.copyOf(offsets, capacity);
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

    /** Returns the total length of all parts, in bytes. */
    public int bytes() {
        return bytes;
    }

    int length(final int part) {
        return lengths[part];
    }

    /** Returns the offset of a part in the message as written, that is, without parts. */
    int offset(final int part, final int messageLength) {
        return Math.min(offsets[part], messageLength);
    }

    /** Returns the offset of the last part, or 0 if there are no parts. */
    int lastOffset() {
        return count == 0 ? 0 : offsets[count - 1];
    }

    /** Returns true if a part is followed by bytes of the message. */
    boolean areWithin(final int messageLength) {
        return count > 0 && offsets[0] < messageLength;
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

    /**
     * Copies the parts into a message that was written without them, starting with the last part.
     *
     * @param target        a buffer for the message and the parts.
     * @param begin         the offset of the message in the buffer.
     * @param messageLength the length of the message in bytes.
     */
    public void insertInto(final MutableDirectBuffer target, final int begin, final int messageLength) {
        int shift = bytes;
        int end = messageLength;
        for (int i = count - 1; i >= 0; i--) {
            final int offset = offset(i, messageLength);
            target.putBytes(begin + offset + shift, target, begin + offset, end - offset);
            shift -= lengths[i];
            view.wrap(addresses[i], lengths[i]);
            target.putBytes(begin + offset + shift, view, 0, lengths[i]);
            end = offset;
        }
    }

    /** Unmaps and removes the parts. */
    void release(final BufferMapper memory) {
        while (mapped > 0) {
            mapped--;
            memory.unmap(ranges[mapped]);
        }
        forget();
    }

    /** Removes the parts. They must not be mapped. */
    public void forget() {
        count = 0;
        bytes = 0;
    }
}
