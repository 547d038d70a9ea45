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

/** Relaxed ordering. */
public final class OrderingRows {
    private OrderingRows() {}

    @Rule(
            id = "RO-01..04",
            text = "flag accepted, traffic ok; flag silently dropped on kernels without optional access "
                    + "(bits 20..29, mask 0x3ff00000) [S]",
            source = "rdma-core tests/test_relaxed_ordering.py: test_relaxed_ordering.*")
    static void rowRO01_04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
