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
 * A host's page allocator. It charges the CPU time of allocations, and it makes some allocations fail.
 *
 * <p>The allocator allocates runs of physically contiguous pages. Runs of order 0, 1, 2, ... consist of 1, 2, 4, ...
 * pages. A block's alignment determines its runs:
 *
 * <pre>
 * 64 KB aligned to 64 KB  [ 16 pages ]                                  one run of order 4
 * 64 KB aligned to  4 KB  [ 1 ][ 1 ][ 1 ] ... [ 1 ]                     16 runs of order 0
 * 40 KB aligned to 32 KB  [ 8 pages ][ 2 ]                              a run of order 3, a run of order 1
 * 40 KB aligned to 64 KB  [ 16 pages ]                                  one run of order 4; 6 pages are wasted
 * </pre>
 *
 * <p>A run's CPU time increases with its number of pages. Runs of up to order 3 come from the processor's free lists.
 * Longer runs come from the zone, whose lock all processors share; allocating them may fail. In reality, the zone also
 * refills the processors' lists; the model ignores this.
 *
 * <p>For a fraction of the runs above order 0 ({@code memory.compacted}), no contiguous pages are free. The fraction is
 * the same for every order. If the caller permits direct reclaim, memory is compacted for the run. Without direct
 * reclaim, the allocation fails if the block consists of one run; otherwise two runs of the next smaller order replace
 * the run.
 */
final class PageAllocator {
    private final HostProcessors processors;
    private final HostLock zoneLock;
    private final SeededRandom random;
    private final long lockCost;
    private final long transferCost;
    private final long compactionCost;
    private final long failureCost;
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
        failureCost = costs.nanos(CostParameter.PAGE_ALLOC_FAILED);
        largestOnLists = 1L << costs.count(CostParameter.PROCESSOR_LIST_ORDER);
        compactedShare = costs.get(CostParameter.COMPACTED_SHARE);
        failedShare = costs.get(CostParameter.FAILED_SHARE);
    }

    /**
     * Charges the paying processor for allocating a block's pages.
     *
     * @param length    the length of the block in bytes, at least 1.
     * @param alignment the alignment of the block in bytes, a power of two. It determines how many of the block's pages
     *                  are contiguous.
     * @param reclaims  true if the caller permits direct reclaim (GFP_KERNEL).
     * @return the number of runs beyond the number that the alignment determines; additional runs exist if smaller runs
     *     replaced runs that were not available.
     * @throws VerbsException ENOMEM if memory is too fragmented.
     */
    long allocate(final long length, final long alignment, final boolean reclaims) {
        final long pages = pages(length);
        final long run = pages(alignment);
        final boolean isOneRun = pages <= run;
        final long more = allocateRuns(pages / run, run, reclaims, isOneRun);
        final long rest = pages % run;
        return rest == 0 ? more : more + allocateRuns(1, Long.highestOneBit(2 * rest - 1), reclaims, isOneRun);
    }

    /** Allocates runs of pages, and returns the number of runs beyond the number requested. */
    private long allocateRuns(final long runs, final long pages, final boolean reclaims, final boolean isOneRun) {
        final long missing = pages == 1 ? 0 : missing(runs, reclaims);
        if (missing > 0 && !reclaims && isOneRun) {
            throw fragmented(pages, CostParameter.COMPACTED_SHARE, compactedShare);
        }
        final long found = reclaims ? runs : runs - missing;
        if (pages <= largestOnLists) {
            charge(found, pages);
        } else {
            for (long i = 0; i < found; i++) {
                allocateFromZone(pages);
            }
        }
        return found == runs ? 0 : missing + allocateRuns(2 * missing, pages / 2, false, false);
    }

    /**
     * Selects some of the runs at random, in the configured proportion, and charges a compaction or a failure for each
     * selected run. Counts an execution for every run, and returns the number of selected runs.
     */
    private long missing(final long runs, final boolean reclaims) {
        processors.execute(
                ProcessorWork.ALLOCATION, reclaims ? CostParameter.COMPACTION : CostParameter.PAGE_ALLOC_FAILED, runs);
        long missing = 0;
        for (long i = 0; i < runs; i++) {
            if (isDrawn(compactedShare)) {
                processors.charge(ProcessorWork.ALLOCATION, reclaims ? compactionCost : failureCost);
                missing++;
            }
        }
        return missing;
    }

    private void allocateFromZone(final long pages) {
        final boolean fails = isDrawn(failedShare);
        final long held = zoneLock.hold(ProcessorWork.ALLOCATION, lockCost);
        processors.execute(ProcessorWork.ALLOCATION, CostParameter.ZONE_LOCK, 1);
        if (transferCost > 0 && held - lockCost >= transferCost) {
            processors.execute(ProcessorWork.ALLOCATION, CostParameter.ZONE_LOCK_TRANSFER, 1);
        }
        if (fails) {
            throw fragmented(pages, CostParameter.FAILED_SHARE, failedShare);
        }
        charge(1, pages);
    }

    private static VerbsException fragmented(final long pages, final CostParameter share, final double value) {
        return new VerbsException(
                Errno.ENOMEM,
                "no contiguous pages because memory is fragmented: length=" + (pages << Pages.SHIFT) + " "
                        + share.parameterName() + "=" + value);
    }

    private boolean isDrawn(final double share) {
        return share > 0 && random.nextDouble() < share;
    }

    private void charge(final long runs, final long pages) {
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_ALLOC, runs);
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_ALLOC_PAGE, runs * (pages - 1));
    }

    /** Charges the paying processor for freeing a block's pages. */
    void free(final long length) {
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_FREE, 1);
        processors.charge(ProcessorWork.ALLOCATION, CostParameter.PAGE_FREE_PAGE, pages(length) - 1);
    }

    private static long pages(final long length) {
        return (length + Pages.SIZE - 1) >>> Pages.SHIFT;
    }
}
