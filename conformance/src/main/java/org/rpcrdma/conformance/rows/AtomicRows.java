// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.RemoteKey;

/** Atomic operations. */
public final class AtomicRows {
    private AtomicRows() {}

    @Rule(
            id = "AT-01",
            text = "Compare and swap puts the new value where the old one is as expected, leaves it where it is not,"
                    + " and brings back the value before either way",
            source = "rdma-core tests/test_atomic.py: test_atomic_cmp_and_swap")
    static void rowAT01(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        expectCompareAndSwap(AtomicTraffic.allowed(bed));
    }

    private static void expectCompareAndSwap(final AtomicTraffic traffic) {
        final Completion hit = traffic.compareAndSwap(AtomicTraffic.INITIAL, 42).nextSuccess("hit");
        Expect.equal("opcode", CompletionOpcode.COMP_SWAP, hit.opcode());
        traffic.expect("hit", AtomicTraffic.INITIAL, 42);
        traffic.compareAndSwap(AtomicTraffic.INITIAL, 43).nextSuccess("miss");
        traffic.expect("miss", 42, 42);
    }

    @Rule(
            id = "AT-02",
            text = "Fetch and add adds, and brings back the value before",
            source = "rdma-core tests/test_atomic.py: test_atomic_fetch_and_add")
    static void rowAT02(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        expectFetchAndAdd(AtomicTraffic.allowed(bed));
    }

    private static void expectFetchAndAdd(final AtomicTraffic traffic) {
        final Completion added = traffic.fetchAndAdd(5).nextSuccess("FETCH_ADD");
        Expect.equal("opcode", CompletionOpcode.FETCH_ADD, added.opcode());
        traffic.expect("once", AtomicTraffic.INITIAL, AtomicTraffic.INITIAL + 5);
        traffic.fetchAndAdd(-1).nextSuccess("FETCH_ADD");
        traffic.expect("twice", AtomicTraffic.INITIAL + 5, AtomicTraffic.INITIAL + 4);
    }

    @Rule(
            id = "AT-05",
            text = "An atomic on a queue pair without the right fails with REM_INV_REQ_ERR and changes nothing",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_qp_access; InfiniBand 9.7.5.2.4")
    static void rowAT05(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final Pair pair = Pair.connected(bed, Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ);
        final AtomicTraffic traffic = new AtomicTraffic(bed, pair, Pair.ALL_RIGHTS);
        expectFailure(
                traffic,
                CompletionStatus.REM_INV_REQ_ERR,
                traffic.fetchAndAdd(1).next());
    }

    @Rule(
            id = "AT-06",
            text = "An atomic on a region without the right fails with REM_ACCESS_ERR and changes nothing",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_mr_access; InfiniBand 9.7.5.2.4")
    static void rowAT06(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final int access = Pair.ALL_RIGHTS & ~Access.REMOTE_ATOMIC;
        final AtomicTraffic traffic = new AtomicTraffic(bed, Pair.connected(bed), access);
        expectFailure(
                traffic, CompletionStatus.REM_ACCESS_ERR, traffic.fetchAndAdd(1).next());
    }

    @Rule(
            id = "AT-07",
            text = "An atomic on an address that is no multiple of 8 fails: with REM_INV_REQ_ERR at the peer, or with "
                    + "EINVAL at the post as soft-RoCE's driver has it",
            source = "rdma-core tests/test_atomic.py: test_atomic_non_aligned_addr; providers/rxe/rxe.c")
    static void rowAT07(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final AtomicTraffic traffic = AtomicTraffic.allowed(bed);
        final long address = traffic.address() + 1;
        final int rkey = traffic.remoteRegion().rkey();
        if (bed.personality() == Personality.RXE) {
            Expect.fails(
                    "post of a misaligned atomic",
                    Errno.EINVAL,
                    () -> traffic.fetchAndAdd(address, rkey, traffic.localKey(), 1));
            return;
        }
        expectFailure(
                traffic,
                CompletionStatus.REM_INV_REQ_ERR,
                traffic.fetchAndAdd(address, rkey, traffic.localKey(), 1).next());
    }

    @Rule(
            id = "AT-08",
            text = "An atomic with a wrong lkey fails with LOC_PROT_ERR and changes nothing; soft-RoCE's has been"
                    + " carried out when it fails, as it looks at the lkey for the answer only",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_lkey")
    static void rowAT08(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final AtomicTraffic traffic = AtomicTraffic.allowed(bed);
        final int lkey = RemoteKey.increment(traffic.localKey());
        final Completion failed = traffic.fetchAndAdd(
                        traffic.address(), traffic.remoteRegion().rkey(), lkey, 1)
                .next();
        Expect.status("FETCH_ADD", CompletionStatus.LOC_PROT_ERR, failed);
        final int added = bed.personality() == Personality.RXE ? 1 : 0;
        traffic.expect("failed", 0, AtomicTraffic.INITIAL + added);
    }

    @Rule(
            id = "AT-09",
            text = "An atomic with an rkey whose tag is another fails with REM_ACCESS_ERR and changes nothing",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_rkey")
    static void rowAT09(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final AtomicTraffic traffic = AtomicTraffic.allowed(bed);
        final int rkey = RemoteKey.increment(traffic.remoteRegion().rkey());
        expectFailure(
                traffic,
                CompletionStatus.REM_ACCESS_ERR,
                traffic.fetchAndAdd(traffic.address(), rkey, traffic.localKey(), 1)
                        .next());
    }

    private static void expectFailure(final AtomicTraffic traffic, final int status, final Completion completion) {
        Expect.status("FETCH_ADD", status, completion);
        traffic.expect("failed", 0, AtomicTraffic.INITIAL);
    }
}
