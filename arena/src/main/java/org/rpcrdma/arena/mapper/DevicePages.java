// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

/** Counts the device pages that a mapping covers. */
final class DevicePages {
    private DevicePages() {}

    /**
     * Returns the number of pages that overlap a range of at least one byte. The page size, {@code pageSize}, must be a
     * power of two.
     */
    static long covering(final long iova, final long length, final int pageSize) {
        final int shift = Integer.numberOfTrailingZeros(pageSize);
        return ((iova + length - 1) >>> shift) - (iova >>> shift) + 1;
    }
}
