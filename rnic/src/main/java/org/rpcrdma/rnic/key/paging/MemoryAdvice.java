// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.Advice;

/**
 * Prefetches on-demand memory according to an application's advice. All keys are checked first. Each range is checked
 * when it is prefetched. The advice and the flags have the following effects:
 *
 * <pre>
 * PREFETCH            faults pages in and maps them for reading; a write faults again
 * PREFETCH_WRITE      faults pages in and maps them for writing
 * PREFETCH_NO_FAULT   maps only the pages that are present
 *
 * with FLUSH          before the call returns; the call reports failures
 * without             later, by a worker; failures are not reported
 * </pre>
 */
public final class MemoryAdvice {
    private final Timeline timeline;
    private final HostLoops loops;
    private final KeyTable keys;
    private final OnDemandPaging paging;
    private final double pageCost;
    private final Meter meter;

    public MemoryAdvice(
            final Timeline timeline,
            final double pageCost,
            final HostLoops loops,
            final Meter meter,
            final KeyTable keys,
            final OnDemandPaging paging) {
        this.timeline = timeline;
        this.loops = loops;
        this.keys = keys;
        this.paging = paging;
        this.pageCost = pageCost;
        this.meter = meter;
    }

    /** Applies advice; see {@link org.rpcrdma.verbs.extended.ExtendedProtectionDomain#advise}. */
    public void advise(
            final int domain,
            final int advice,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        check(advice, flags, count);
        for (int i = 0; i < count; i++) {
            checkedRegion(domain, advice, lkeys[i]);
        }
        for (int i = 0; i < count; i++) {
            final OnDemandRegion region = checkedRegion(domain, advice, lkeys[i]);
            final PageFault prefetch = paging.take()
                    .forAdvice(region, addresses[i], lengths[i], isForWriting(advice, region), faultsIn(advice));
            final long pages = Pages.count(addresses[i], lengths[i]);
            if ((flags & Advice.FLUSH) == 0) {
                timeline.schedule(prefetch, loops.callerTime() + Math.round(pageCost * pages));
            } else {
                meter.prefetched(pages);
                prefetchNow(prefetch, addresses[i], lengths[i]);
            }
        }
    }

    private static void prefetchNow(final PageFault prefetch, final long address, final int length) {
        if (prefetch.handle() == OnDemandPages.NO_MEMORY) {
            throw new VerbsException(
                    Errno.EFAULT,
                    "range has pages that cannot be loaded: address=0x" + Long.toHexString(address) + " length="
                            + length);
        }
    }

    private static void check(final int advice, final int flags, final int count) {
        if (advice < Advice.PREFETCH || advice > Advice.PREFETCH_NO_FAULT) {
            throw new VerbsException(Errno.EOPNOTSUPP, "unknown advice: advice=" + advice);
        }
        if ((flags & ~Advice.FLUSH) != 0 || count < 1) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "unknown flags, or no ranges: flags=0x" + Integer.toHexString(flags) + " count=" + count);
        }
    }

    private OnDemandRegion checkedRegion(final int domain, final int advice, final int lkey) {
        final MemoryKey found = keys.at(lkey);
        if (found == null || found.key() != lkey) {
            throw new VerbsException(Errno.ENOENT, "no such key: lkey=0x" + Integer.toHexString(lkey));
        }
        if (!(found instanceof OnDemandRegion)) {
            throw new VerbsException(
                    Errno.EINVAL, "key does not belong to an on-demand region: lkey=0x" + Integer.toHexString(lkey));
        }
        final OnDemandRegion region = (OnDemandRegion) found;
        if (!region.isOf(domain) || advice == Advice.PREFETCH_WRITE && !region.isWritable()) {
            throw new VerbsException(
                    Errno.EPERM,
                    "region belongs to another domain, or is not writable: lkey=0x" + Integer.toHexString(lkey)
                            + " advice=" + advice);
        }
        return region;
    }

    private static boolean isForWriting(final int advice, final OnDemandRegion region) {
        return advice == Advice.PREFETCH_WRITE || advice == Advice.PREFETCH_NO_FAULT && region.isWritable();
    }

    private static boolean faultsIn(final int advice) {
        return advice != Advice.PREFETCH_NO_FAULT;
    }
}
