// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.extended.Advice;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/** The rules for advice on on-demand memory. */
public final class PrefetchRows {
    private static final int ITERATIONS = 20;
    private static final int NOW = Advice.FLUSH;
    private static final int SOON = 0;
    private static final long PAGES = PagedTraffic.LENGTH / 4096;

    private PrefetchRows() {}

    @Rule(id = "OD-12", source = "rdma-core tests/test_odp.py: test_odp_sync_prefetch_rc_traffic")
    static void rowOD12(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        expectNoFaults(bed, TestBuffer::register, NOW);
    }

    @Rule(id = "OD-13", source = "rdma-core tests/test_odp.py: test_odp_async_prefetch_rc_traffic")
    static void rowOD13(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        expectNoFaults(bed, TestBuffer::register, SOON);
    }

    @Rule(id = "OD-14/15", source = "rdma-core tests/test_odp.py: test_odp_implicit_{sync,async}_prefetch_rc_traffic")
    static void rowOD14_15(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND_IMPLICIT);
        expectNoFaults(bed, PagedTraffic.IMPLICIT, NOW);
        expectNoFaults(bed, PagedTraffic.IMPLICIT, SOON);
    }

    private static void expectNoFaults(final Testbed bed, final Registering way, final int flags) {
        final PagedTraffic paged = new PagedTraffic(bed, Pair.connected(bed), way);
        final Traffic traffic = paged.traffic();
        for (int i = 1; i <= ITERATIONS; i++) {
            traffic.takeAway();
            advise(traffic.pair().client(), traffic.client(), Advice.PREFETCH, flags);
            advise(traffic.pair().server(), traffic.server(), Advice.PREFETCH_WRITE, flags);
            bed.settle();
            paged.send();
            expectPrefetched(traffic.client(), i * PAGES);
            expectPrefetched(traffic.server(), i * PAGES);
        }
    }

    private static void expectPrefetched(final Memory memory, final long pages) {
        final OnDemandStatistics statistics = memory.region().onDemandStatistics();
        Expect.equal("pages prefetched", pages, statistics.pagePrefetch());
        Expect.equal("page faults", 0L, statistics.pageFaults());
    }

    @Rule(
            id = "OD-16/17",
            source = "rdma-core tests/test_odp.py: test_odp_prefetch_{sync,async}_no_page_fault_rc_traffic")
    static void rowOD16_17(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        expectOnlyPresentPages(bed, NOW);
        expectOnlyPresentPages(bed, SOON);
    }

    private static void expectOnlyPresentPages(final Testbed bed, final int flags) {
        final PagedTraffic paged = new PagedTraffic(bed, Pair.connected(bed), TestBuffer::register);
        final Traffic traffic = paged.traffic();
        traffic.takeAway();
        traffic.server().buffer().discard();
        advise(traffic.pair().client(), traffic.client(), Advice.PREFETCH_NO_FAULT, flags);
        advise(traffic.pair().server(), traffic.server(), Advice.PREFETCH_NO_FAULT, flags);
        bed.settle();
        expectPrefetched(traffic.client(), PAGES);
        expectPrefetched(traffic.server(), 0);
        paged.send();
        expectPrefetched(traffic.client(), PAGES);
        Expect.equal(
                "page faults for absent pages",
                PAGES,
                traffic.server().region().onDemandStatistics().pageFaults());
    }

    private static void advise(final Endpoint side, final Memory memory, final int advice, final int flags) {
        OnDemandGapRows.advise(side.domain(), advice, flags, memory.iova(), memory.lkey());
    }
}
