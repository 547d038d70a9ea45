// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;

/**
 * The mappings that one processor has unmapped on a lazy IOMMU and whose iovas have not yet been freed, oldest first.
 * The queue grows on demand.
 */
final class FlushQueue {
    private static final int FIRST_SIZE = 8;

    private final int limit;
    private long[] bases = new long[FIRST_SIZE];
    private int[] orders = new int[FIRST_SIZE];
    private int[] mappings = new int[FIRST_SIZE];
    private int count;
    /** The number of mappings at the head of the queue whose translations have been invalidated. */
    private int flushed;

    FlushQueue(final int limit) {
        this.limit = limit;
    }

    void add(final long base, final int order, final int mapping) {
        if (count == bases.length) {
            bases = Arrays.copyOf(bases, 2 * count);
            orders = Arrays.copyOf(orders, 2 * count);
            mappings = Arrays.copyOf(mappings, 2 * count);
        }
        bases[count] = base;
        orders[count] = order;
        mappings[count++] = mapping;
    }

    boolean isFull() {
        return count == limit;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Records that the translations of all queued mappings have been invalidated. */
    void flushed() {
        flushed = count;
    }

    /** Frees the iovas of all mappings whose translations have been invalidated. */
    void release(final Mappings all, final Iovas iovas) {
        if (flushed == 0) {
            return;
        }
        for (int i = 0; i < flushed; i++) {
            all.release(mappings[i]);
            iovas.free(bases[i], orders[i]);
            // Only the iova's cost is charged here. All other costs were charged when the mapping was unmapped, because
            // the timer that flushes the queue runs on no processor.
            iovas.charge();
        }
        count -= flushed;
        System.arraycopy(bases, flushed, bases, 0, count);
        System.arraycopy(orders, flushed, orders, 0, count);
        System.arraycopy(mappings, flushed, mappings, 0, count);
        flushed = 0;
    }
}
