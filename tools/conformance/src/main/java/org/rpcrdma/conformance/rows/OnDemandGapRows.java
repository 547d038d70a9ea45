// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.extended.Advice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/** Additional rules for on-demand paging. rdma-core's tests do not cover these rules. */
public final class OnDemandGapRows {
    private static final int UNKNOWN_FLAG = 1 << 1;

    private OnDemandGapRows() {}

    @Rule(id = "GAP-10", source = "mlx5 odp.c")
    static void rowGAP10(final Testbed bed) {
        final Endpoint side = side(bed);
        final ExtendedMemoryRegion region = onDemand(bed, side, Access.LOCAL_WRITE);
        final Range behind = new Range(side.domain(), region.iova() + PagedTraffic.LENGTH, region.lkey());
        behind.refuse("a range after the region", Errno.EFAULT, Advice.PREFETCH, Advice.FLUSH);
        final Range before = new Range(side.domain(), region.iova() - 1, region.lkey());
        before.refuse("a range before the region", Errno.EFAULT, Advice.PREFETCH, Advice.FLUSH);
        advise(side.domain(), Advice.PREFETCH, 0, region.iova() + PagedTraffic.LENGTH, region.lkey());
        bed.settle();
        Expect.equal("pages prefetched", 0L, region.onDemandStatistics().pagePrefetch());
    }

    @Rule(id = "GAP-11", source = "mlx5 odp.c")
    static void rowGAP11(final Testbed bed) {
        final Endpoint side = side(bed);
        final ExtendedMemoryRegion region = onDemand(bed, side, 0);
        final ExtendedProtectionDomain other = side.anotherDomain();
        new Range(other, region.iova(), region.lkey()).refuse("another domain", Errno.EPERM, Advice.PREFETCH, 0);
        new Range(side.domain(), region.iova(), region.lkey())
                .refuse("advice to write", Errno.EPERM, Advice.PREFETCH_WRITE, 0);
        advise(side.domain(), Advice.PREFETCH, Advice.FLUSH, region.iova(), region.lkey());
    }

    @Rule(id = "GAP-12", source = "mlx5 odp.c")
    static void rowGAP12(final Testbed bed) {
        final Endpoint side = side(bed);
        final ExtendedMemoryRegion region = onDemand(bed, side, Access.LOCAL_WRITE);
        final Range unknown = new Range(side.domain(), region.iova(), region.lkey() + 0x100);
        unknown.refuse("an unknown key", Errno.ENOENT, Advice.PREFETCH, 0);
        final Range gone = new Range(side.domain(), region.iova(), region.lkey());
        bed.giveBack(region);
        gone.refuse("the key of a closed region", Errno.ENOENT, Advice.PREFETCH, 0);
    }

    @Rule(id = "GAP-13", source = "mlx5 odp.c")
    static void rowGAP13(final Testbed bed) {
        final Endpoint side = side(bed);
        final ExtendedMemoryRegion region = onDemand(bed, side, Access.LOCAL_WRITE);
        final Range range = new Range(side.domain(), region.iova(), region.lkey());
        range.refuse("unknown flags", Errno.EINVAL, Advice.PREFETCH, UNKNOWN_FLAG);
        range.refuse("unknown advice", Errno.EOPNOTSUPP, Advice.PREFETCH_NO_FAULT + 1, 0);
        if (side.device().attributes().has(DeviceCapability.MEMORY_WINDOW)) {
            final MemoryWindow window = bed.own(side.domain().allocateMemoryWindow(MemoryWindow.TYPE_1));
            final Range ofWindow = new Range(side.domain(), region.iova(), window.rkey());
            ofWindow.refuse("a window's key", Errno.EINVAL, Advice.PREFETCH, 0);
        }
        if (side.device().attributes().has(DeviceCapability.INDIRECT_KEY)) {
            final int key = bed.own(side.domain()
                            .createIndirectKey(new IndirectKeyAttributes(IndirectKeyAttributes.INDIRECT, 4)))
                    .lkey();
            final Range indirect = new Range(side.domain(), region.iova(), key);
            indirect.refuse("an indirect key", Errno.EINVAL, Advice.PREFETCH, 0);
        }
    }

    @Rule(id = "GAP-21", source = "mlx5 odp.c")
    static void rowGAP21(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        final PagedTraffic paged = new PagedTraffic(bed, Pair.connected(bed), TestBuffer::register);
        final Traffic traffic = paged.traffic();
        final ExtendedMemoryRegion region = traffic.client().region();
        Expect.equal("at first", new OnDemandStatistics(0, 0, 0, 0, 0), region.onDemandStatistics());
        traffic.client().buffer().discard();
        Expect.equal(
                "invalidations of unmapped pages",
                0L,
                region.onDemandStatistics().pageInvalidations());
        traffic.takeAway();
        paged.send();
        Expect.equal("pages faulted in", 2L, region.onDemandStatistics().pageFaults());
        traffic.takeAway();
        Expect.equal("invalidated pages", 2L, region.onDemandStatistics().pageInvalidations());
        Expect.equal("invalidation events", 1L, region.onDemandStatistics().pageInvalidationsHandled());
        advise(traffic.pair().client().domain(), Advice.PREFETCH, Advice.FLUSH, region.iova(), region.lkey());
        Expect.equal("pages prefetched", 2L, region.onDemandStatistics().pagePrefetch());
        paged.send();
        Expect.equal("no further fault", 2L, region.onDemandStatistics().pageFaults());
    }

    private static Endpoint side(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        return Pair.unconnected(bed).client();
    }

    private static ExtendedMemoryRegion onDemand(final Testbed bed, final Endpoint side, final int access) {
        final TestBuffer buffer = side.buffer(PagedTraffic.LENGTH);
        return bed.own(buffer.register(side.domain(), access | Access.ON_DEMAND));
    }

    /** A range of memory to which advice applies. */
    private record Range(ExtendedProtectionDomain domain, long address, int lkey) {
        /** Expects advice for this range to fail. */
        void refuse(final String what, final Errno errno, final int advice, final int flags) {
            Expect.fails(what, errno, () -> advise(domain, advice, flags, address, lkey));
        }
    }

    static void advise(
            final ExtendedProtectionDomain domain,
            final int advice,
            final int flags,
            final long address,
            final int lkey) {
        domain.advise(advice, flags, new long[] {address}, new int[] {PagedTraffic.LENGTH}, new int[] {lkey}, 1);
    }
}
