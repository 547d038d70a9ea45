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
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** Traffic over on-demand memory whose pages are taken away before every message. */
public final class OnDemandRows {
    private static final int HUGE_PAGES_IN_SMALL = 512;
    private static final int HUGE_LENGTH = 2 * 1024 * 1024;
    private static final int HUGE_ITERATIONS = 3;
    private static final int ATOMICS = 10;
    /** Bytes of a datagram, within a page. */
    private static final int DATAGRAM = 1000;
    /** The value of the server's 8 bytes when its buffer is full of its byte. */
    private static final long SERVER_VALUE = 0x7373_7373_7373_7373L;

    private static final PagedTraffic.Registration HUGE =
            (domain, buffer) -> buffer.register(domain, PagedTraffic.ACCESS | Access.HUGETLB);

    private static final PagedTraffic.Registration IMPLICIT_BY_ATTRIBUTES = (domain, buffer) ->
            domain.registerMemory(new MemoryRegionAttributes(0, MemoryRegion.WHOLE_ADDRESS_SPACE, PagedTraffic.ACCESS));

    private OnDemandRows() {}

    @Rule(
            id = "OD-01",
            text = "SENDs from on-demand memory arrive whole in on-demand memory, though every page faults every time",
            source = "rdma-core tests/test_odp.py: test_odp_rc_traffic")
    static void rowOD01(final Testbed bed) {
        final PagedTraffic traffic =
                reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.SEND | OnDemandCapabilities.RECEIVE);
        traffic.sendFaulting(PagedTraffic.ITERATIONS);
    }

    @Rule(
            id = "OD-02",
            text = "One SEND may gather from an on-demand region and from a pinned one",
            source = "rdma-core tests/test_odp.py: test_odp_rc_mixed_mr")
    static void rowOD02(final Testbed bed) {
        final PagedTraffic traffic =
                reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.SEND | OnDemandCapabilities.RECEIVE);
        final Endpoint client = traffic.pair.client();
        final TestBuffer pinned = client.buffer(100);
        final ExtendedMemoryRegion region = bed.own(pinned.register(client.domain(), Access.LOCAL_WRITE));
        pinned.fill('p');
        traffic.repeatFaulting(PagedTraffic.ITERATIONS, () -> sendMixed(traffic, pinned, region));
    }

    private static void sendMixed(
            final PagedTraffic traffic, final TestBuffer pinned, final ExtendedMemoryRegion region) {
        final int paged = PagedTraffic.LENGTH - pinned.length();
        final Endpoint server = traffic.pair.server();
        server.receive(1, traffic.serverBuffer.address(), PagedTraffic.LENGTH, traffic.serverRegion.lkey());
        final SendRequests sends = traffic.pair.client().sends();
        sends.send(2, SendRequests.SIGNALED);
        sends.sge(traffic.clientBuffer.address(), paged, traffic.clientRegion.lkey());
        sends.sge(pinned.address(), pinned.length(), region.lkey());
        traffic.pair.client().post();
        traffic.pair.client().nextSuccess("SEND");
        server.nextSuccess("Receive");
        traffic.serverBuffer.expect(0, paged, PagedTraffic.CLIENT_BYTE);
        traffic.serverBuffer.expect(paged, pinned.length(), 'p');
    }

    @Rule(
            id = "OD-03",
            text = "An RDMA WRITE goes from on-demand memory to on-demand memory, though every page faults every time",
            source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_write")
    static void rowOD03(final Testbed bed) {
        final PagedTraffic traffic = reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.WRITE);
        traffic.repeatFaulting(PagedTraffic.ITERATIONS, traffic::write);
    }

    @Rule(
            id = "OD-04",
            text = "An RDMA READ goes from on-demand memory to on-demand memory, though every page faults every time",
            source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_read")
    static void rowOD04(final Testbed bed) {
        final PagedTraffic traffic = reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.READ);
        traffic.repeatFaulting(PagedTraffic.ITERATIONS, traffic::read);
    }

    @Rule(
            id = "OD-05",
            text = "Compare and swap works on on-demand memory, whether it hits or misses",
            source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_cmp_and_swp")
    static void rowOD05(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final PagedTraffic traffic = reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.ATOMIC);
        traffic.repeatFaulting(ATOMICS, 1, () -> {
            traffic.compareAndSwap(SERVER_VALUE, 42);
            Expect.equal("after a hit", 42L, traffic.serverBuffer.getLong(0));
        });
        traffic.repeatFaulting(ATOMICS, 1, () -> {
            traffic.compareAndSwap(SERVER_VALUE - 1, 42);
            Expect.equal("after a miss", SERVER_VALUE, traffic.serverBuffer.getLong(0));
        });
    }

    @Rule(
            id = "OD-06",
            text = "Fetch and add works on on-demand memory",
            source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_fetch_and_add")
    static void rowOD06(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final PagedTraffic traffic = reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.ATOMIC);
        traffic.repeatFaulting(ATOMICS, 1, () -> {
            traffic.fetchAndAdd(7);
            Expect.equal("the sum", SERVER_VALUE + 7, traffic.serverBuffer.getLong(0));
        });
    }

    @Rule(
            id = "OD-07",
            text = "A region of no address and the length SIZE_MAX, on demand, covers the whole address space",
            source = "rdma-core tests/test_odp.py: test_odp_implicit_rc_traffic")
    static void rowOD07(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND_IMPLICIT);
        final PagedTraffic traffic =
                reliable(bed, PagedTraffic.IMPLICIT, OnDemandCapabilities.SEND | OnDemandCapabilities.RECEIVE);
        traffic.sendFaulting(PagedTraffic.ITERATIONS);
    }

    @Rule(
            id = "OD-08",
            text = "A datagram goes from on-demand memory into pinned memory",
            source = "rdma-core tests/test_odp.py: test_odp_ud_traffic")
    static void rowOD08(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        bed.require(DeviceCapability.UD);
        final int operations = bed.client().attributes().onDemand().datagram();
        Expect.equal("operations on demand", OnDemandCapabilities.SEND, operations & OnDemandCapabilities.SEND);
        final Datagrams datagrams = new Datagrams(bed, DATAGRAM, Access.LOCAL_WRITE | Access.ON_DEMAND);
        for (int i = 0; i < PagedTraffic.ITERATIONS; i++) {
            final long before = datagrams.sourceRegion().onDemandStatistics().pageFaults();
            datagrams.source().discard();
            datagrams.source().fill(Traffic.CLIENT_BYTE);
            datagrams.postReceive();
            datagrams.send();
            datagrams.client().nextSuccess("datagram");
            datagrams.server().nextSuccess("Receive");
            datagrams.expectArrived();
            Expect.equal(
                    "faults",
                    before + 1,
                    datagrams.sourceRegion().onDemandStatistics().pageFaults());
        }
    }

    @Rule(
            id = "OD-09",
            text = "Receives of a shared receive queue land in on-demand memory",
            source = "rdma-core tests/test_odp.py: test_odp_xrc_traffic")
    static void rowOD09(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        bed.require(DeviceCapability.SHARED_RECEIVE_QUEUE);
        final int operations = OnDemandCapabilities.SEND | OnDemandCapabilities.SHARED_RECEIVE;
        final int reliable = bed.client().attributes().onDemand().reliable();
        Expect.equal("operations on demand", operations, reliable & operations);
        new PagedTraffic(bed, Pair.withSharedReceives(bed), PagedTraffic.EXPLICIT)
                .sendFaulting(PagedTraffic.ITERATIONS);
    }

    @Rule(
            id = "OD-10",
            text = "On-demand memory in huge pages is faulted in by huge pages",
            source = "rdma-core tests/test_odp.py: test_odp_rc_huge_traffic")
    static void rowOD10(final Testbed bed) {
        expectHugeFaults(huge(bed, HUGE_LENGTH, HUGE));
    }

    @Rule(
            id = "OD-11",
            text = "A range of the user's huge pages can be registered on demand",
            source = "rdma-core tests/test_odp.py: test_odp_rc_huge_user_addr_traffic")
    static void rowOD11(final Testbed bed) {
        expectHugeFaults(huge(bed, PagedTraffic.LENGTH, HUGE));
    }

    private static PagedTraffic huge(
            final Testbed bed, final int length, final PagedTraffic.Registration registration) {
        bed.require(DeviceCapability.ON_DEMAND);
        final Pair pair = Pair.connected(bed);
        return new PagedTraffic(
                bed,
                pair,
                registration,
                pair.client().hugeBuffer(length),
                pair.server().hugeBuffer(length));
    }

    private static void expectHugeFaults(final PagedTraffic traffic) {
        traffic.sendFaulting(HUGE_ITERATIONS);
        final long pages = traffic.clientRegion.onDemandStatistics().pageFaults();
        Expect.equal("pages that are not of a huge page", 0L, pages % HUGE_PAGES_IN_SMALL);
        final long faults = traffic.clientRegion.onDemandStatistics().pageFaultsHandled();
        Expect.equal("pages that a fault made present", pages, faults * HUGE_PAGES_IN_SMALL);
    }

    @Rule(
            id = "OD-18",
            text = "An atomic write goes to on-demand memory",
            source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_atomic_write")
    static void rowOD18(final Testbed bed) {
        bed.require(DeviceCapability.ATOMIC_WRITE);
        final PagedTraffic traffic = reliable(bed, PagedTraffic.EXPLICIT, OnDemandCapabilities.ATOMIC_WRITE);
        for (int i = 0; i < ATOMICS; i++) {
            final long before = traffic.serverRegion.onDemandStatistics().pageFaults();
            traffic.takeAway();
            traffic.atomicWrite(i);
            Expect.equal(
                    "faults",
                    before + 1,
                    traffic.serverRegion.onDemandStatistics().pageFaults());
        }
    }

    @Rule(
            id = "OD-19",
            text = "On-demand memory can be flushed",
            source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_flush")
    static void rowOD19(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        expectFlush(bed, (domain, buffer) -> buffer.register(domain, PagedTraffic.ACCESS | Access.FLUSH_GLOBAL));
    }

    private static void expectFlush(final Testbed bed, final PagedTraffic.Registration registration) {
        bed.require(DeviceCapability.FLUSH);
        final Pair pair = Pair.connected(bed, Pair.ALL_RIGHTS | Access.FLUSH_GLOBAL);
        final PagedTraffic traffic = new PagedTraffic(bed, pair, registration);
        traffic.repeatFaulting(ATOMICS, traffic::write);
        for (int i = 0; i < ATOMICS; i++) {
            traffic.takeAway();
            traffic.flush(false);
            traffic.takeAway();
            traffic.flush(true);
        }
    }

    @Rule(
            id = "OD-20..23",
            text = "Regions registered by attributes page on demand too: explicit, huge, implicit, and flushed",
            source = "rdma-core tests/test_odp.py: test_mrex_odp_rc_traffic, _huge, _implicit_, _qp_ex_rc_flush")
    static void rowOD20_23(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        new PagedTraffic(bed, Pair.connected(bed), byAttributes(0)).sendFaulting(ATOMICS);
        expectHugeFaults(huge(bed, HUGE_LENGTH, byAttributes(Access.HUGETLB)));
        if (bed.client().attributes().has(DeviceCapability.ON_DEMAND_IMPLICIT)) {
            new PagedTraffic(bed, Pair.connected(bed), IMPLICIT_BY_ATTRIBUTES).sendFaulting(ATOMICS);
        }
        if (bed.client().attributes().has(DeviceCapability.FLUSH)) {
            expectFlush(bed, byAttributes(Access.FLUSH_GLOBAL));
        }
    }

    private static PagedTraffic.Registration byAttributes(final int access) {
        return (domain, buffer) -> domain.registerMemory(
                new MemoryRegionAttributes(buffer.address(), buffer.length(), PagedTraffic.ACCESS | access));
    }

    @Rule(
            id = "OD-24",
            text = "An indirect key may list on-demand memory",
            source = "rdma-core tests/test_mlx5_mkey.py: test_odp_mkey_list_new_api")
    static void rowOD24(final Testbed bed) {
        IndirectKeyRows.expectPagedList(bed);
    }

    /**
     * Returns traffic of a connected pair; skips the row if the device does not page on demand for these operations.
     */
    private static PagedTraffic reliable(
            final Testbed bed, final PagedTraffic.Registration registration, final int operations) {
        bed.require(DeviceCapability.ON_DEMAND);
        final int reliable = bed.client().attributes().onDemand().reliable();
        Expect.equal("operations on demand", operations, reliable & operations);
        return new PagedTraffic(bed, Pair.connected(bed), registration);
    }
}
