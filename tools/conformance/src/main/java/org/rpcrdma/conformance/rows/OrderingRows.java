// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** The rules for relaxed ordering. */
public final class OrderingRows {
    /** An access flag in the optional range that no device supports. */
    private static final int UNKNOWN = 1 << 29;

    private OrderingRows() {}

    @Rule(id = "RO-01..04", source = "rdma-core tests/test_relaxed_ordering.py; libibverbs/verbs.c ibv_reg_mr_iova2")
    static void rowRO01_04(final Testbed bed) {
        final int access = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 1024, access | Access.RELAXED_ORDERING | UNKNOWN);
        final ExtendedMemoryRegion region = traffic.server().region();
        final boolean isRelaxed = region.domain().device().attributes().has(DeviceCapability.RELAXED_ORDERING);
        Expect.equal("access", isRelaxed ? access | Access.RELAXED_ORDERING : access, region.access());
        traffic.sendInto(traffic.server().buffer());
        traffic.server().buffer().fill(Traffic.SERVER_BYTE);
        traffic.write(pair.client(), region.rkey()).nextSuccess("RDMA WRITE");
        traffic.server().buffer().expect(Traffic.CLIENT_BYTE);
    }
}
