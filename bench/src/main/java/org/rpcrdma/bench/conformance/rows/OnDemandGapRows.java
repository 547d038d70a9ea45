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

/** On-demand paging, where rdma-core's tests say nothing. */
public final class OnDemandGapRows {
    private OnDemandGapRows() {}

    @Rule(
            id = "GAP-10",
            text = "advise_mr: EFAULT for a range outside of the region",
            source = "mlx5 odp.c; section 2h")
    static void rowGAP10(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GAP-11",
            text = "advise_mr: EPERM for a region of another domain, and for PREFETCH_WRITE where the "
                    + "region is not writable",
            source = "mlx5 odp.c; section 2h")
    static void rowGAP11(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "GAP-12", text = "advise_mr: ENOENT for an lkey that is unknown", source = "mlx5 odp.c; section 2h")
    static void rowGAP12(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GAP-13",
            text = "advise_mr: EINVAL for unknown flags and for the key of a window or an indirect key",
            source = "mlx5 odp.c; section 2h")
    static void rowGAP13(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GAP-21",
            text = "Faults, invalidations and prefetches are counted in pages, and prefetches not as faults",
            source = "mlx5 odp.c; section 3d")
    static void rowGAP21(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
