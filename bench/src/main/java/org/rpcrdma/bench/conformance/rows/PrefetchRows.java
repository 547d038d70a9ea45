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

/** Advice on on-demand memory. */
public final class PrefetchRows {
    private PrefetchRows() {}

    @Rule(
            id = "OD-12",
            text = "advise PREFETCH then PREFETCH_WRITE with FLUSH before each send; no error",
            source = "rdma-core tests/test_odp.py: test_odp_sync_prefetch_rc_traffic")
    static void rowOD12(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-13",
            text = "same flags=0",
            source = "rdma-core tests/test_odp.py: test_odp_async_prefetch_rc_traffic")
    static void rowOD13(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-14/15",
            text = "prefetch SGE addr in implicit MR",
            source = "rdma-core tests/test_odp.py: test_odp_implicit_{sync,async}_prefetch_rc_traffic")
    static void rowOD14_15(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-16/17",
            text = "PREFETCH_NO_FAULT on (possibly absent) pages is not an error",
            source = "rdma-core tests/test_odp.py: test_odp_prefetch_{sync,async}_no_page_fault_rc_traffic")
    static void rowOD16_17(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
