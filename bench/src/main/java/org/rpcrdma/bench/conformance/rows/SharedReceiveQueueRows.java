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

/** Shared receive queues, and Receives out of order. */
public final class SharedReceiveQueueRows {
    private SharedReceiveQueueRows() {}

    @Rule(
            id = "SR-01",
            text = "2 QPs share a SRQ, 100 iters",
            source = "rdma-core tests/test_srq.py: test_srq.test_rc_srq_traffic")
    static void rowSR01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "SR-02",
            text = "10 WRs, limit 7, 4 receives gives query srq_limit==7 before; then "
                    + "IBV_EVENT_SRQ_LIMIT_REACHED (fires when count < limit; rxe clears limit = one-shot [K])",
            source = "rdma-core tests/test_srq.py: test_modify_srq_limit")
    static void rowSR02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "SR-03",
            text = "modify MAX_WR; queried max_wr >= asked; needs DEVICE_SRQ_RESIZE",
            source = "rdma-core tests/test_srq.py: test_resize_srq")
    static void rowSR03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OO-01",
            text = "OOO receive: WR consumed out of order, completions in order; wr_id identifies WR; "
                    + "max_recv_wr+1 gives EINVAL; raw QP gives EOPNOTSUPP",
            source = "rdma-core tests: test_mlx5_ooo_qp.*")
    static void rowOO01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
