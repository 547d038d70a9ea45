// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;

/** The rules for connections that the connection manager establishes. */
public final class ConnectionRows {
    private static final int LENGTH = 5000;
    private static final int OTHER_BYTE = 0x5a;

    private ConnectionRows() {}

    @Rule(id = "CM-01", source = "rdma-core tests/test_rdmacm.py: async_read, async_write")
    static void rowCM01(final Testbed bed) {
        bed.requireConnections();
        final Pair pair = Pair.unconnected(bed);
        pair.useManaged();
        pair.connectManaged(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS);
        traffic.writeOver();
        traffic.server().buffer().fill(Traffic.SERVER_BYTE);
        traffic.readOver();
        traffic.server().buffer().fill(OTHER_BYTE);
        traffic.write(pair.server(), traffic.client().rkey()).nextSuccess("RDMA WRITE by the server");
        traffic.client().buffer().expect(OTHER_BYTE);
    }
}
