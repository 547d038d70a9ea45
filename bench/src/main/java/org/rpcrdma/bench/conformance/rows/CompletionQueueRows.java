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

/** Completion queues. */
public final class CompletionQueueRows {
    private CompletionQueueRows() {}

    @Rule(
            id = "CQ-01",
            text = "cqe in {1, max/2, max}, comp_vector 0..n-1 ok",
            source = "rdma-core tests/test_cq.py: test_cq.test_create_cq")
    static void rowCQ01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "CQ-02",
            text = "cqe=max_cqe+1 gives EINVAL; comp_vector = num+1 gives EINVAL",
            source =
                    "rdma-core tests/test_cq.py: test_create_cq_bad_flow (+ " + "test_cqex.test_create_cq_ex_bad_flow)")
    static void rowCQ02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "CQ-03", text = "ok", source = "rdma-core tests/test_cq.py: test_create_cq_with_comp_channel")
    static void rowCQ03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "CQ-04",
            text = "shrink/grow: cq.cqe >= requested; shrink below number of unpolled CQEs gives may "
                    + "succeed or EINVAL; no CQE lost",
            source = "rdma-core tests/test_cq.py: test_resize_cq")
    static void rowCQ04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "CQ-05",
            text = "one-shot req_notify + get_cq_event per completion",
            source = "rdma-core tests/test_cq.py: test_cq_events_ud/_rc")
    static void rowCQ05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "CQ-06",
            text = "overflow CQ gives exactly 1 CQ_ERROR event, syndrome CQ_OVERRUN",
            source = "rdma-core tests: test_mlx5_devx_async_events.test_cq_error_event_{fd,cookie}")
    static void rowCQ06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
