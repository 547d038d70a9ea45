// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;

/** The rules for indirect memory keys. */
public final class IndirectKeyRows {
    /** The length of two 8-byte entries. */
    private static final int MESSAGE = 16;

    private IndirectKeyRows() {}

    @Rule(id = "UM-01", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list")
    static void rowUM01(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, 0, 0);
        traffic.configure(ScatteredTraffic.Side::list);
        traffic.send(MESSAGE);
        traffic.expectEntries();
        traffic.client.invalidate();
        traffic.server.invalidate();
        Expect.anyError("SEND", traffic.post(MESSAGE).next());
    }

    @Rule(id = "UM-02", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_new_api")
    static void rowUM02(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, 0, 0);
        traffic.configure(ScatteredTraffic.Side::listByParts);
        traffic.send(MESSAGE);
        traffic.expectEntries();
    }

    @Rule(id = "UM-03", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved")
    static void rowUM03(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, 0, 0);
        traffic.configure(ScatteredTraffic.Side::strides);
        traffic.send(ScatteredTraffic.STRIDES_LENGTH);
        traffic.expectStrides();
        Expect.failureOf("the key's number of entries plus the header", traffic.client::tooManyStrides);
    }

    @Rule(id = "UM-04", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved_new_api")
    static void rowUM04(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, 0, 0);
        traffic.configure(ScatteredTraffic.Side::stridesByParts);
        traffic.send(ScatteredTraffic.STRIDES_LENGTH);
        traffic.expectStrides();
    }

    @Rule(id = "UM-05", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_bad_flow")
    static void rowUM05(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, 0, 0);
        traffic.configure(ScatteredTraffic.Side::list);
        traffic.post(100).next("SEND", CompletionStatus.LOC_PROT_ERR);
        traffic.traffic.server().buffer().expect(Traffic.SERVER_BYTE);
    }

    @Rule(id = "UM-06", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_remote_invalidate")
    static void rowUM06(final Testbed bed) {
        final ScatteredTraffic traffic = new ScatteredTraffic(bed, IndirectKeyAttributes.REMOTE_INVALIDATE, 0);
        traffic.configure(ScatteredTraffic.Side::list);
        traffic.invalidateServers().nextSuccess("SEND with invalidation");
        final Completion received = traffic.pair.server().nextSuccess("Receive");
        Expect.equal("the invalidated key", traffic.server.key().rkey(), received.data());
        Expect.anyError("SEND", traffic.post(MESSAGE).next());

        final ScatteredTraffic firm = new ScatteredTraffic(bed, 0, 0);
        firm.server.list();
        Expect.anyError("SEND with invalidation", firm.invalidateServers().next());
    }

    @Rule(id = "UM-07", source = "rdma-core tests/test_mlx5_mkey.py: test_odp_mkey_list_new_api")
    static void rowUM07(final Testbed bed) {
        expectPagedList(bed);
    }

    /** Sends through lists whose entries are in on-demand memory with discarded pages. */
    static void expectPagedList(final Testbed bed) {
        bed.require(DeviceCapability.INDIRECT_KEY);
        bed.require(DeviceCapability.ON_DEMAND);
        final ScatteredTraffic scattered = new ScatteredTraffic(bed, 0, Access.ON_DEMAND);
        scattered.configure(ScatteredTraffic.Side::listByParts);
        for (int i = 1; i <= 10; i++) {
            scattered.traffic.takeAway();
            scattered.send(MESSAGE);
            scattered.expectEntries();
            final long messages = i;
            scattered
                    .traffic
                    .client()
                    .faults()
                    .ifPresent(faults -> Expect.equal("the client's faults", messages, faults));
            scattered
                    .traffic
                    .server()
                    .faults()
                    .ifPresent(faults -> Expect.equal("the server's faults", messages, faults));
        }
    }
}
