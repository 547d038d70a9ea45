// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The limits of a segment, by the client's wish and the device's grant.
 *
 * @param bytes    of one segment at most.
 * @param pages    that a fast-register region has at most; all that a segment touches if the device has none.
 * @param pageSize bytes of such a page.
 */
public record RegionLimits(int bytes, int pages, int pageSize) {
    /** Pages of the largest payload that xprtrdma reckons with. */
    private static final int PAYLOAD_PAGES = 257;

    /** Segments beside those of the payload, for the parts of the message around it. */
    private static final int OTHER_SEGMENTS = 2;

    /** Segments that a header has room for, as xprtrdma reckons. */
    private static final int MAX_HEADER_SEGMENTS = 16;

    /** Returns limits by which a segment may begin anywhere in a page, as far as the device allows. */
    public static RegionLimits of(final int maxSegmentBytes, final DeviceAttributes device) {
        final int wanted = (int) ((maxSegmentBytes + 2L * (device.pageSize() - 1)) / device.pageSize());
        final int pages = device.maxFastRegPages() > 0 ? Math.min(wanted, device.maxFastRegPages()) : wanted;
        return new RegionLimits(maxSegmentBytes, pages, device.pageSize());
    }

    /** Returns the bytes that one segment takes of memory that begins at an address. */
    int piece(final long address, final int length) {
        final long whole = (long) pages * pageSize - (address & (pageSize - 1));
        return (int) Math.min(Math.min(length, bytes), whole);
    }

    /** Returns the number of segments of one chunk that the longest header has room for. */
    public int segments() {
        final int payload = (PAYLOAD_PAGES + pages - 1) / pages;
        return Math.min(payload + OTHER_SEGMENTS, MAX_HEADER_SEGMENTS);
    }
}
