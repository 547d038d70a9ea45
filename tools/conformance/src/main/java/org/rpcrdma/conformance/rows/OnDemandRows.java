// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.rows.PagedTraffic.ACCESS;
import static org.rpcrdma.conformance.rows.PagedTraffic.IMPLICIT;
import static org.rpcrdma.conformance.rows.PagedTraffic.ITERATIONS;
import static org.rpcrdma.conformance.rows.PagedTraffic.LENGTH;
import static org.rpcrdma.conformance.runner.Pair.ALL_RIGHTS;
import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.DeviceCapability.FLUSH;
import static org.rpcrdma.verbs.DeviceCapability.ON_DEMAND_IMPLICIT;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE;
import static org.rpcrdma.verbs.DeviceCapability.UD;
import static org.rpcrdma.verbs.OnDemandCapabilities.ATOMIC;
import static org.rpcrdma.verbs.OnDemandCapabilities.READ;
import static org.rpcrdma.verbs.OnDemandCapabilities.RECEIVE;
import static org.rpcrdma.verbs.OnDemandCapabilities.SEND;
import static org.rpcrdma.verbs.OnDemandCapabilities.SHARED_RECEIVE;
import static org.rpcrdma.verbs.OnDemandCapabilities.WRITE;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import java.util.OptionalLong;
import java.util.function.Function;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.OnDemandStatistics;

/** The rules for traffic on on-demand memory whose pages are discarded before each message. */
public final class OnDemandRows {
    private static final int HUGE_PAGES_IN_SMALL = 512;
    private static final int HUGE_LENGTH = 2 * 1024 * 1024;
    private static final int HUGE_ITERATIONS = 3;
    private static final int ATOMICS = 10;
    /** The length of a datagram, in bytes; less than a page. */
    private static final int DATAGRAM = 1000;
    /** The 8-byte value in the server's buffer when the buffer is filled with its initial byte. */
    private static final long SERVER_VALUE = 0x7373_7373_7373_7373L;

    private static final Registering IMPLICIT_BY_ATTRIBUTES = (buffer, domain, access) ->
            domain.registerMemory(new MemoryRegionAttributes(0, MemoryRegion.WHOLE_ADDRESS_SPACE, access));

    private OnDemandRows() {}

    @Rule(id = "OD-01", source = "rdma-core tests/test_odp.py: test_odp_rc_traffic")
    static void rowOD01(final Testbed bed) {
        reliable(bed, TestBuffer::register, SEND | RECEIVE).sendFaulting(ITERATIONS);
    }

    @Rule(id = "OD-02", source = "rdma-core tests/test_odp.py: test_odp_rc_mixed_mr")
    static void rowOD02(final Testbed bed) {
        final PagedTraffic paged = reliable(bed, TestBuffer::register, SEND | RECEIVE);
        final Endpoint client = paged.traffic().pair().client();
        final Memory pinned = client.memory(100, 'p', LOCAL_WRITE);
        paged.repeatFaulting(ITERATIONS, () -> sendMixed(paged.traffic(), pinned));
    }

    private static void sendMixed(final Traffic traffic, final Memory pinned) {
        final int paged = traffic.client().length() - pinned.length();
        traffic.postReceive();
        final Endpoint client = traffic.pair().client().post(sends -> {
            sends.send(2, SIGNALED);
            sends.sge(traffic.client().iova(), paged, traffic.client().lkey());
            sends.sge(pinned.iova(), pinned.length(), pinned.lkey());
        });
        client.nextSuccess("SEND");
        traffic.pair().server().nextSuccess("Receive");
        traffic.server().buffer().expect(0, paged, CLIENT_BYTE);
        traffic.server().buffer().expect(paged, pinned.length(), 'p');
    }

    @Rule(id = "OD-03", source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_write")
    static void rowOD03(final Testbed bed) {
        final PagedTraffic paged = reliable(bed, TestBuffer::register, WRITE);
        paged.repeatFaulting(ITERATIONS, paged.traffic()::writeOver);
    }

    @Rule(id = "OD-04", source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_read")
    static void rowOD04(final Testbed bed) {
        final PagedTraffic paged = reliable(bed, TestBuffer::register, READ);
        paged.repeatFaulting(ITERATIONS, paged.traffic()::readOver);
    }

    @Rule(id = "OD-05", source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_cmp_and_swp")
    static void rowOD05(final Testbed bed) {
        expectAtomic(bed, traffic -> traffic.compareAndSwap(SERVER_VALUE, 42), 42);
        expectAtomic(bed, traffic -> traffic.compareAndSwap(SERVER_VALUE - 1, 42), SERVER_VALUE);
    }

    /** Expects the old value at the client and the new value at the server. */
    private static void expectAtomic(final Testbed bed, final Function<Traffic, Endpoint> atomic, final long after) {
        bed.require(DeviceCapability.ATOMICS);
        final PagedTraffic paged = reliable(bed, TestBuffer::register, ATOMIC);
        final Traffic traffic = paged.traffic();
        paged.repeatFaulting(ATOMICS, 1, () -> {
            atomic.apply(traffic).nextSuccess("atomic");
            Expect.equal(
                    "the value before", SERVER_VALUE, traffic.client().buffer().getLong(0));
            Expect.equal("the value after", after, traffic.server().buffer().getLong(0));
        });
    }

    @Rule(id = "OD-06", source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_fetch_and_add")
    static void rowOD06(final Testbed bed) {
        expectAtomic(bed, traffic -> traffic.fetchAndAdd(7), SERVER_VALUE + 7);
    }

    @Rule(id = "OD-07", source = "rdma-core tests/test_odp.py: test_odp_implicit_rc_traffic")
    static void rowOD07(final Testbed bed) {
        bed.require(ON_DEMAND_IMPLICIT);
        reliable(bed, IMPLICIT, SEND | RECEIVE).sendFaulting(ITERATIONS);
    }

    @Rule(id = "OD-08", source = "rdma-core tests/test_odp.py: test_odp_ud_traffic")
    static void rowOD08(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        bed.require(UD);
        final int operations = bed.client().attributes().onDemand().datagram();
        Expect.equal("operations on on-demand memory", SEND, operations & SEND);
        final Datagrams datagrams = Datagrams.of(bed, DATAGRAM, LOCAL_WRITE | Access.ON_DEMAND);
        final Memory source = datagrams.source();
        for (int i = 0; i < ITERATIONS; i++) {
            final OptionalLong before = source.faults();
            source.buffer().discard();
            source.buffer().fill(CLIENT_BYTE);
            datagrams.postReceive();
            datagrams.send().nextSuccess("datagram");
            datagrams.server().nextSuccess("Receive");
            datagrams.expectArrived();
            source.faultsSince(before).ifPresent(faults -> Expect.equal("faults", 1L, faults));
        }
    }

    @Rule(id = "OD-09", source = "rdma-core tests/test_odp.py: test_odp_xrc_traffic")
    static void rowOD09(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        bed.require(SHARED_RECEIVE_QUEUE);
        requireReliable(bed, SEND | SHARED_RECEIVE);
        final Pair pair = Pair.unconnected(bed);
        final SharedQueue shared = new SharedQueue(bed, pair.server(), 1);
        shared.connect(pair);
        final PagedTraffic paged = new PagedTraffic(bed, pair, TestBuffer::register);
        paged.repeatFaulting(ITERATIONS, () -> {
            shared.post(1, paged.traffic());
            paged.expectSent();
        });
    }

    @Rule(id = "OD-10", source = "rdma-core tests/test_odp.py: test_odp_rc_huge_traffic")
    static void rowOD10(final Testbed bed) {
        expectHugeFaults(bed, HUGE_LENGTH, TestBuffer::register);
    }

    @Rule(id = "OD-11", source = "rdma-core tests/test_odp.py: test_odp_rc_huge_user_addr_traffic")
    static void rowOD11(final Testbed bed) {
        expectHugeFaults(bed, LENGTH, TestBuffer::register);
    }

    private static void expectHugeFaults(final Testbed bed, final int length, final Registering way) {
        final PagedTraffic paged = PagedTraffic.huge(bed, length, way);
        paged.sendFaulting(HUGE_ITERATIONS);
        final OnDemandStatistics statistics = paged.traffic().client().region().onDemandStatistics();
        final long pages = statistics.pageFaults();
        Expect.equal("pages outside a huge page", 0L, pages % HUGE_PAGES_IN_SMALL);
        Expect.equal("pages mapped by a fault", pages, statistics.pageFaultsHandled() * HUGE_PAGES_IN_SMALL);
    }

    @Rule(id = "OD-18", source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_atomic_write")
    static void rowOD18(final Testbed bed) {
        bed.require(DeviceCapability.ATOMIC_WRITE);
        final Traffic traffic = reliable(bed, TestBuffer::register, OnDemandCapabilities.ATOMIC_WRITE)
                .traffic();
        for (int i = 0; i < ATOMICS; i++) {
            final OptionalLong before = traffic.server().faults();
            traffic.takeAway();
            traffic.atomicWrite(i).nextSuccess("atomic write");
            Expect.equal(
                    "the value written", (long) i, traffic.server().buffer().getLong(0));
            traffic.server().faultsSince(before).ifPresent(faults -> Expect.equal("faults", 1L, faults));
        }
    }

    @Rule(id = "OD-19", source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_flush")
    static void rowOD19(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        expectFlush(bed, TestBuffer::register);
    }

    private static void expectFlush(final Testbed bed, final Registering way) {
        bed.require(FLUSH);
        final Pair pair = Pair.connected(bed, ALL_RIGHTS | Access.FLUSH_GLOBAL);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, ACCESS | Access.FLUSH_GLOBAL, way);
        new PagedTraffic(traffic).repeatFaulting(ATOMICS, traffic::writeOver);
        for (int i = 0; i < ATOMICS; i++) {
            for (final boolean wholeRegion : new boolean[] {false, true}) {
                traffic.takeAway();
                traffic.flush(LENGTH, SendRequests.FLUSH_GLOBAL, wholeRegion).nextSuccess("flush");
            }
        }
    }

    @Rule(
            id = "OD-20..23",
            source = "rdma-core tests/test_odp.py: test_mrex_odp_rc_traffic, _huge, _implicit_, _qp_ex_rc_flush")
    static void rowOD20_23(final Testbed bed) {
        bed.require(DeviceCapability.ON_DEMAND);
        new PagedTraffic(bed, Pair.connected(bed), TestBuffer::registerByAttributes).sendFaulting(ATOMICS);
        expectHugeFaults(bed, HUGE_LENGTH, TestBuffer::registerByAttributes);
        if (bed.client().attributes().has(ON_DEMAND_IMPLICIT)) {
            new PagedTraffic(bed, Pair.connected(bed), IMPLICIT_BY_ATTRIBUTES).sendFaulting(ATOMICS);
        }
        if (bed.client().attributes().has(FLUSH)) {
            expectFlush(bed, TestBuffer::registerByAttributes);
        }
    }

    @Rule(id = "OD-24", source = "rdma-core tests/test_mlx5_mkey.py: test_odp_mkey_list_new_api")
    static void rowOD24(final Testbed bed) {
        IndirectKeyRows.expectPagedList(bed);
    }

    /**
     * Creates traffic for a connected pair. Skips the row if the device does not support on-demand paging for these
     * operations.
     */
    private static PagedTraffic reliable(final Testbed bed, final Registering way, final int operations) {
        bed.require(DeviceCapability.ON_DEMAND);
        requireReliable(bed, operations);
        return new PagedTraffic(bed, Pair.connected(bed), way);
    }

    private static void requireReliable(final Testbed bed, final int operations) {
        final int reliable = bed.client().attributes().onDemand().reliable();
        Expect.equal("operations on on-demand memory", operations, reliable & operations);
    }
}
