/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.conformance.rows;

import org.rpcrdma.bench.conformance.Pair;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.Traffic;

/** Connections by the connection manager. */
public final class ConnectionRows {
    private static final int LENGTH = 5000;
    private static final int OTHER_BYTE = 0x5a;

    private ConnectionRows() {}

    @Rule(
            id = "CM-01",
            text =
                    "Over a connection that the connection manager made, each side reads and writes memory that the other registered",
            source = "rdma-core tests/test_rdmacm.py: async_read, async_write")
    static void rowCM01(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        pair.useManaged();
        pair.connectManaged(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS);
        traffic.write(pair.client(), traffic.serverRegion().rkey()).nextSuccess("RDMA WRITE by the client");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.read(traffic.serverRegion().rkey()).nextSuccess("RDMA READ by the client");
        traffic.clientBuffer().expect(Traffic.SERVER_BYTE);
        traffic.serverBuffer().fill(OTHER_BYTE);
        traffic.write(pair.server(), traffic.clientRegion().rkey()).nextSuccess("RDMA WRITE by the server");
        traffic.clientBuffer().expect(OTHER_BYTE);
    }
}
