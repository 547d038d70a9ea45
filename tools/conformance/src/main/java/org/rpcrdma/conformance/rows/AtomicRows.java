// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.Supplier;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.RemoteKey;

/** The rules for atomic operations. */
public final class AtomicRows {
    /** The server's initial value. */
    static final long INITIAL = 0x1122334455667788L;

    private static final int LENGTH = 64;

    private AtomicRows() {}

    @Rule(id = "AT-01", source = "rdma-core tests/test_atomic.py: test_atomic_cmp_and_swap")
    static void rowAT01(final Testbed bed) {
        final Traffic traffic = allowed(bed);
        final Completion hit = traffic.compareAndSwap(INITIAL, 42).nextSuccess("hit");
        Expect.equal("opcode", CompletionOpcode.COMP_SWAP, hit.opcode());
        expect(traffic, "hit", INITIAL, 42);
        traffic.compareAndSwap(INITIAL, 43).nextSuccess("miss");
        expect(traffic, "miss", 42, 42);
    }

    @Rule(id = "AT-02", source = "rdma-core tests/test_atomic.py: test_atomic_fetch_and_add")
    static void rowAT02(final Testbed bed) {
        final Traffic traffic = allowed(bed);
        final Completion added = traffic.fetchAndAdd(5).nextSuccess("FETCH_ADD");
        Expect.equal("opcode", CompletionOpcode.FETCH_ADD, added.opcode());
        expect(traffic, "once", INITIAL, INITIAL + 5);
        traffic.fetchAndAdd(-1).nextSuccess("FETCH_ADD");
        expect(traffic, "twice", INITIAL + 5, INITIAL + 4);
    }

    @Rule(id = "AT-05", source = "rdma-core tests/test_atomic.py: test_atomic_invalid_qp_access; InfiniBand 9.7.5.2.4")
    static void rowAT05(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final Pair pair = Pair.connected(bed, Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.REMOTE_READ);
        final Traffic traffic = traffic(bed, pair, Pair.ALL_RIGHTS);
        expectFailure(traffic, traffic.fetchAndAdd(1), CompletionStatus.REM_INV_REQ_ERR);
    }

    @Rule(id = "AT-06", source = "rdma-core tests/test_atomic.py: test_atomic_invalid_mr_access; InfiniBand 9.7.5.2.4")
    static void rowAT06(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        final Traffic traffic = traffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS & ~Access.REMOTE_ATOMIC);
        expectFailure(traffic, traffic.fetchAndAdd(1), CompletionStatus.REM_ACCESS_ERR);
    }

    @Rule(id = "AT-07", source = "rdma-core tests/test_atomic.py: test_atomic_non_aligned_addr; providers/rxe/rxe.c")
    static void rowAT07(final Testbed bed) {
        final Traffic traffic = allowed(bed);
        final Supplier<Endpoint> misaligned = () -> traffic.fetchAndAdd(
                traffic.server().iova() + 1,
                traffic.server().rkey(),
                traffic.client().lkey(),
                1);
        if (bed.personality() == Personality.RXE) {
            Expect.fails("post of a misaligned atomic", Errno.EINVAL, misaligned::get);
        } else {
            expectFailure(traffic, misaligned.get(), CompletionStatus.REM_INV_REQ_ERR);
        }
    }

    @Rule(id = "AT-08", source = "rdma-core tests/test_atomic.py: test_atomic_invalid_lkey")
    static void rowAT08(final Testbed bed) {
        final Traffic traffic = allowed(bed);
        final int lkey = RemoteKey.increment(traffic.client().lkey());
        traffic.fetchAndAdd(traffic.server().iova(), traffic.server().rkey(), lkey, 1)
                .next("FETCH_ADD", CompletionStatus.LOC_PROT_ERR);
        final int added = bed.personality() == Personality.RXE ? 1 : 0;
        expect(traffic, "failed", 0, INITIAL + added);
    }

    @Rule(id = "AT-09", source = "rdma-core tests/test_atomic.py: test_atomic_invalid_rkey")
    static void rowAT09(final Testbed bed) {
        final Traffic traffic = allowed(bed);
        final int rkey = RemoteKey.increment(traffic.server().rkey());
        final Endpoint client = traffic.fetchAndAdd(
                traffic.server().iova(), rkey, traffic.client().lkey(), 1);
        expectFailure(traffic, client, CompletionStatus.REM_ACCESS_ERR);
    }

    private static void expectFailure(final Traffic traffic, final Endpoint client, final int status) {
        client.next("FETCH_ADD", status);
        expect(traffic, "failed", 0, INITIAL);
    }

    /** Returns a pair whose queue pairs and region permit atomic operations. */
    private static Traffic allowed(final Testbed bed) {
        bed.require(DeviceCapability.ATOMICS);
        return traffic(bed, Pair.connected(bed), Access.LOCAL_WRITE | Access.REMOTE_ATOMIC);
    }

    /** Creates traffic with an operand in the server's memory. The client's buffer is empty. */
    static Traffic traffic(final Testbed bed, final Pair pair, final int access) {
        final Traffic traffic = new Traffic(bed, pair, LENGTH, access);
        traffic.client().buffer().fill(0);
        traffic.server().buffer().putLong(0, INITIAL);
        return traffic;
    }

    /** Expects the old value at the client and the new value at the server. All other bytes must be unchanged. */
    static void expect(final Traffic traffic, final String when, final long before, final long after) {
        final TestBuffer client = traffic.client().buffer();
        final TestBuffer server = traffic.server().buffer();
        client.expect(Long.BYTES, LENGTH - Long.BYTES, 0);
        server.expect(Long.BYTES, LENGTH - Long.BYTES, Traffic.SERVER_BYTE);
        Expect.equal("value before, " + when, before, client.getLong(0));
        Expect.equal("value after, " + when, after, server.getLong(0));
    }
}
