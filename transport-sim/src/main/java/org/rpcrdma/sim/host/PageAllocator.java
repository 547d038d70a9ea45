// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The page allocator of a host: charges the CPU time of allocations, and lets some fail.
 *
 * <p>It allocates runs of physically contiguous pages: 1, 2, 4 ... pages are order 0, 1, 2 and so on. The alignment of
 * a block determines its runs:
 *
 * <pre>
 * 64 KB aligned to 64 KB  [ 16 pages ]                                  one run of order 4
 * 64 KB aligned to  4 KB  [ 1 ][ 1 ][ 1 ] ... [ 1 ]                     16 runs of order 0
 * 40 KB aligned to 32 KB  [ 8 pages ][ 2 ]                              a run of order 3, a run of order 1
 * 40 KB aligned to 64 KB  [ 16 pages ]                                  one run of order 4; 6 pages are wasted
 * </pre>
 *
 * <p>The CPU time of a run grows with its number of pages. Runs of up to order 3 come from the processor's free lists.
 * A longer run comes from the zone, under a lock that all processors share, and its allocation may fail. A run of any
 * order above 0 may require compaction if the caller permits direct reclaim. The model ignores that the processors'
 * lists are also refilled from the zone.
 */
final class PageAllocator {
    private final HostProcessors processors;
    private final HostLock zoneLock;
    private final SeededRandom random;
    private final long lockCost;
    private final long transferCost;
    private final long compactionCost;
    private final long largestOnLists;
    private final double compactedShare;
    private final double failedShare;

    PageAllocator(final CostModel costs, final HostProcessors processors) {
        this.processors = processors;
        zoneLock = new HostLock(
                HostResource.ZONE_LOCK,
                processors,
                costs.nanos(CostParameter.ZONE_LOCK_TRANSFER),
                costs.nanos(CostParameter.ZONE_LOCK_WAITER));
        random = processors.randomOf("page allocator");
        lockCost = costs.nanos(CostParameter.ZONE_LOCK);
        transferCost = costs.nanos(CostParameter.ZONE_LOCK_TRANSFER);
        compactionCost = costs.nanos(CostParameter.COMPACTION);
        largestOnLists = 1L << costs.count(CostParameter.PROCESSOR_LIST_ORDER);
        compactedShare = costs.get(CostParameter.COMPACTED_SHARE);
        failedShare = costs.get(CostParameter.FAILED_SHARE);
    }

    /**
     * Charges the paying processor for the pages of a block.
     *
     * @param length the length of the block in bytes, at least 1.
     * @param alignment the alignment of the block in bytes, a power of two, which determines how many of its pages are
     * contiguous.
     * @param reclaims true if the caller permits direct reclaim (GFP_KERNEL).
     * @throws VerbsException ENOMEM if memory is too fragmented.
     */
    void allocate(final long length, final long alignment, final boolean reclaims) {
        final long pages = pages(length);
        final long run = pages(alignment);
        allocateRuns(pages / run, run, reclaims);
        final long rest = pages % run;
        if (rest != 0) {
            allocateRuns(1, Long.highestOneBit(2 * rest - 1), reclaims);
        }
    }

    private void allocateRuns(final long runs, final long pages, final boolean reclaims) {
        if (reclaims && pages > 1) {
            compact(runs);
        }
        if (pages <= largestOnLists) {
            charge(runs, pages);
            return;
        }
        for (long i = 0; i < runs; i++) {
            allocateFromZone(pages);
        }
    }

    /** Charges compaction for the configured fraction of the runs, chosen at random; counts all runs. */
    private void compact(final long runs) {
        processors.execute(ProcessorWork.ALLOCATION, CostParameter.COMPACTION, runs);
        for (long i = 0; i < runs; i++) {
            if (isDrawn(compactedShare)) {
                processors.charge(ProcessorWork.ALLOCATION, compactionCost);
            }
        }
    }

    private void allocateFromZone(final long pages) {
        final boolean fails = isDrawn(failedShare);
        final long held = zoneLock.hold(ProcessorWork.ALLOCATION, lockCost);
        processors.execute(ProcessorWork.ALLOCATION, CostParameter.ZONE_LOCK, 1);
        if (transferCost > 0 && held - lockCost >= transferCost) {
            processors.execute(ProcessorWork.ALLOCATION, CostParameter.ZONE_LOCK_TRANSFER, 1);
        }
        if (fails) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "no contiguous memory, memory is fragmented: length=" + (pages << Pages.SHIFT) + " memory.failed="
                            + failedShare);
        }
        charge(1, pages);
    }

    private boolean isDrawn(final double share) {
        return share > 0 && random.nextDouble() < share;
    }

    private void charge(final long runs, final long pages) {
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_ALLOC, runs);
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_ALLOC_PAGE, runs * (pages - 1));
    }

    /** Charges the paying processor for freeing the pages of a block. */
    void free(final long length) {
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_FREE, 1);
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_FREE_PAGE, pages(length) - 1);
    }

    private static long pages(final long length) {
        return (length + Pages.SIZE - 1) >>> Pages.SHIFT;
    }
}
