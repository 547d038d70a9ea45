// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The limits of a segment, derived from the client's settings and the device's attributes. Immutable.
 *
 * @param bytes    the maximum length of a segment, in bytes.
 * @param pages    the maximum number of pages of a fast-register region, or of a segment if the device does not support
 *                 fast-register regions.
 * @param pageSize the page size in bytes.
 */
public record RegionLimits(int bytes, int pages, int pageSize) {
    /** The number of pages of the largest payload, as in xprtrdma. */
    private static final int PAYLOAD_PAGES = 257;

    /** The number of segments for the parts of the message before and after the payload. */
    private static final int OTHER_SEGMENTS = 2;

    /** The maximum number of segments in a header, as in xprtrdma. */
    private static final int MAX_HEADER_SEGMENTS = 16;

    /** Returns limits that allow a segment to start anywhere within a page, if the device supports this. */
    public static RegionLimits of(final int maxSegmentBytes, final DeviceAttributes device) {
        final int wanted = (int) ((maxSegmentBytes + 2L * (device.pageSize() - 1)) / device.pageSize());
        final int pages = device.maxFastRegPages() > 0 ? Math.min(wanted, device.maxFastRegPages()) : wanted;
        return new RegionLimits(maxSegmentBytes, pages, device.pageSize());
    }

    /**
     * Returns the length of the segment that starts at an address. The segment is at most as long as the given length.
     */
    int piece(final long address, final int length) {
        final long whole = (long) pages * pageSize - (address & (pageSize - 1));
        return (int) Math.min(Math.min(length, bytes), whole);
    }

    /** Returns the maximum number of segments per chunk that fit in the longest header. */
    public int segments() {
        final int payload = (PAYLOAD_PAGES + pages - 1) / pages;
        return Math.min(payload + OTHER_SEGMENTS, MAX_HEADER_SEGMENTS);
    }
}
