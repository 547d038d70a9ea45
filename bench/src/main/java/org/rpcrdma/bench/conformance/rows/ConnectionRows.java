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

import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;

/** Connections by the connection manager. */
public final class ConnectionRows {
    private ConnectionRows() {}

    @Rule(
            id = "CM-01",
            text = "ok",
            source = "rdma-core tests/test_rdmacm_async.py: test_rdmacm async_read/async_write (MR via "
                    + "rdma_reg_read/write)")
    static void rowCM01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
