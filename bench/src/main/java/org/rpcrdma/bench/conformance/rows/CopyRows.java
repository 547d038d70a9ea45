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

/** Copies by the device's DMA. */
public final class CopyRows {
    private CopyRows() {}

    @Rule(
            id = "GG-01",
            text = "wc opcode MLX5DV_WC_MEMCPY",
            source = "rdma-core tests: test_mlx5_dma_memcpy.test_dma_memcpy_data")
    static void rowGG01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GG-02",
            text = "dest MR in other PD gives exactly IBV_WC_LOC_PROT_ERR",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: .._different_pd_bad_flow")
    static void rowGG02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GG-03",
            text = "dest MR REMOTE_READ only (no LOCAL_WRITE) gives exactly LOC_PROT_ERR",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: .._protection_bad_flow")
    static void rowGG03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GG-04",
            text = "> max_wr_memcpy_length gives any err",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: .._large_data_bad_flow")
    static void rowGG04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
