// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.Arrays;

/**
 * A list of mapped memory ranges. The ranges are added to requests in order, up to the maximum number of elements per
 * request.
 */
final class GatherList {
    private long[] iovas = new long[4];
    private int[] lengths = new int[4];
    private int[] lkeys = new int[4];
    private int count;
    private int current;
    private int offset;

    void clear() {
        count = 0;
        current = 0;
        offset = 0;
    }

    void add(final long iova, final int length, final int lkey) {
        if (length == 0) {
            return;
        }
        if (count == iovas.length) {
            iovas = Arrays.copyOf(iovas, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
            lkeys = Arrays.copyOf(lkeys, 2 * count);
        }
        iovas[count] = iova;
        lengths[count] = length;
        lkeys[count] = lkey;
        count++;
    }

    /**
     * Adds the next bytes to the last request in the window. Returns the number of bytes added, which is less than the
     * requested number if the bytes span too many ranges.
     */
    int gather(final TransferWindow window, final int wanted) {
        int left = wanted;
        for (int elements = 0; left > 0 && elements < window.maxElements; elements++) {
            final int length = Math.min(left, lengths[current] - offset);
            window.element(iovas[current] + offset, length, lkeys[current]);
            left -= length;
            offset += length;
            if (offset == lengths[current]) {
                current++;
                offset = 0;
            }
        }
        return wanted - left;
    }
}
