// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.paging;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.key.region.Umem;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.MmuNotifier;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * On-demand paging for a device: its on-demand regions, their page fault handler, and an MMU notifier, through which
 * the host announces mapping changes.
 *
 * <pre>
 * the device needs a page   ->  page fault, a delay   ->  the page is mapped, the transfer is retried
 *   requester's memory            the send queue waits
 *   requester's READ              the response is dropped, the rest is requested again
 *   responder's memory            RNR NAK, the peer retries
 *   READ response in progress     the response waits
 * the host removes a page   ->  its DMA mapping ends before the call returns
 * </pre>
 */
public final class OnDemandPaging implements MmuNotifier {
    private static final int SUPPORTED = Access.LOCAL_WRITE
            | Access.REMOTE
            | Access.ON_DEMAND
            | Access.HUGETLB
            | Access.FLUSH_GLOBAL
            | Access.FLUSH_PERSISTENT
            | Access.OPTIONAL_RANGE;

    private final Timeline timeline;
    private final Meter meter;
    private final KeyTable keys;
    private final HostMemory memory;
    private final Iommu iommu;
    private final boolean isImplicit;
    private final long faultLatency;
    private final List<OnDemandRegion> regions = new CopyOnWriteArrayList<>();
    private final ArrayDeque<PageFault> spare = new ArrayDeque<>(1);

    /**
     * Creates paging without regions.
     *
     * @param profile  the device's capabilities and costs.
     * @param timeline the clock for page faults.
     * @param meter    records registrations.
     * @param keys     the device's keys.
     * @param memory   the host's memory.
     * @param iommu    maps pages.
     */
    public OnDemandPaging(
            final boolean isImplicit,
            final long faultLatency,
            final Timeline timeline,
            final Meter meter,
            final KeyTable keys,
            final HostMemory memory,
            final Iommu iommu) {
        this.timeline = timeline;
        this.meter = meter;
        this.keys = keys;
        this.memory = memory;
        this.iommu = iommu;
        this.isImplicit = isImplicit;
        this.faultLatency = faultLatency;
    }

    public ExtendedMemoryRegion register(
            final DomainUse domain, final long address, final long length, final long iova, final int access) {
        checkAccess(access);
        if (length == MemoryRegion.WHOLE_ADDRESS_SPACE) {
            checkImplicit(address, iova, access);
        } else {
            Umem.check(address, length, iova);
            checkHuge(address, length, access);
        }
        final OnDemandRegion region = new OnDemandRegion(this, domain, keys.takeKey(), address, length, iova, access);
        keys.put(region);
        regions.add(region);
        meter.keyCreated();
        return region;
    }

    private static void checkAccess(final int access) {
        if (!Access.isValid(access)) {
            throw new VerbsException(
                    Errno.EINVAL, "invalid combination of access flags: access=0x" + Integer.toHexString(access));
        }
        if ((access & ~SUPPORTED) != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device does not support on-demand regions with these access flags: access=0x"
                            + Integer.toHexString(access & ~SUPPORTED));
        }
    }

    private void checkImplicit(final long address, final long iova, final int access) {
        if (address != 0 || iova != 0 || (access & Access.HUGETLB) != 0) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "an implicit region begins at 0 and has no page size: address=0x" + Long.toHexString(address)
                            + " iova=0x" + Long.toHexString(iova) + " access=0x" + Integer.toHexString(access));
        }
        if (!isImplicit) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "the device does not support implicit on-demand regions: length="
                            + MemoryRegion.WHOLE_ADDRESS_SPACE);
        }
    }

    /** Checks that a range consists of whole huge pages. */
    private void checkHuge(final long address, final long length, final int access) {
        final long hugeMask = -(1L << OnDemandPages.HUGE_SHIFT);
        final long start = address & hugeMask;
        final long end = (address + length - 1) | ~hugeMask;
        if ((access & Access.HUGETLB) != 0 && memory.containing(start, end - start + 1) == null) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range does not consist of huge pages: address=0x" + Long.toHexString(address) + " length="
                            + length);
        }
    }

    /** Reserves capacity for a region's pages. */
    OnDemandPages newPages(final boolean isHuge) {
        return new OnDemandPages(memory, iommu, isHuge);
    }

    void remove(final OnDemandRegion region) {
        keys.remove(region);
        regions.remove(region);
        meter.keyDestroyed();
    }

    /** Returns the open on-demand regions. Any thread may iterate over the list. */
    public List<OnDemandRegion> regions() {
        return regions;
    }

    /** Returns the number of DMA mappings of on-demand regions. */
    public int mappedPages() {
        return regions.stream().mapToInt(OnDemandRegion::mappedPages).sum();
    }

    @Override
    public void invalidate(final long address, final long length) {
        for (int i = 0; i < regions.size(); i++) {
            regions.get(i).invalidate(address, length);
        }
    }

    /**
     * Starts a page fault for the pages that the device needs.
     *
     * @return the time, in ns, at which the pages will be present, or NEVER if they cannot be made present.
     */
    long fault(final OnDemandRegion region, final long address, final long length, final boolean forWriting) {
        if (!region.isMemory(address, length)) {
            return MemoryKey.NEVER;
        }
        final long end = timeline.nanoTime() + faultLatency;
        timeline.schedule(take().forTransfer(region, address, length, forWriting || region.isWritable()), end);
        return end;
    }

    /** Allocates a fault from the pool. */
    PageFault take() {
        return spare.isEmpty() ? new PageFault(this) : spare.pop();
    }

    void give(final PageFault fault) {
        spare.push(fault);
    }
}
