// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.Locale;

/** A segment that a call offers, and how it has been used so far. */
public class OfferedSegment {
    final int handle;
    final long offset;
    final long length;
    /** True if the responder reads the segment, false if it writes to it. */
    final boolean isRead;
    /** The frame of the call. It also distinguishes segments in the same memory. */
    final long frame;

    final int index;

    /** The number of bytes from the segment's start to the furthest byte written. */
    long written;
    /** The frame of the reply; 0 while the call is outstanding. */
    long replyFrame;

    public OfferedSegment(
            final int handle,
            final long offset,
            final long length,
            final boolean isRead,
            final long frame,
            final int index) {
        this.handle = handle;
        this.offset = offset;
        this.length = length;
        this.isRead = isRead;
        this.frame = frame;
        this.index = index;
    }

    /** Returns true if the segment contains a range of bytes. */
    boolean holds(final int key, final long address, final long bytes) {
        return key == handle
                && Long.compareUnsigned(address, offset) >= 0
                && Long.compareUnsigned(address - offset, length) <= 0
                && bytes <= length - (address - offset);
    }

    /**
     * Orders segments by handle and address. The segment that contains an address is therefore the last one at or
     * before this address.
     */
    static int compare(final OfferedSegment one, final OfferedSegment other) {
        int order = Integer.compareUnsigned(one.handle, other.handle);
        if (order == 0) {
            order = Long.compareUnsigned(one.offset, other.offset);
        }
        if (order == 0) {
            order = Long.compare(one.frame, other.frame);
        }
        return order == 0 ? Integer.compare(one.index, other.index) : order;
    }

    @Override
    public String toString() {
        return words(handle, offset, length);
    }

    static String words(final int handle, final long offset, final long length) {
        return String.format(Locale.ROOT, "handle=%08x offset=%016x length=%d", handle, offset, length);
    }
}
