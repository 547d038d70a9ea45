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

import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.TestbedOptions;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionQueueAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;

/** Payloads inside of completions. */
public final class InlineReceiveRows {
    private static final String SIZE_VARIABLE = "MLX5_CQE_SIZE";

    private InlineReceiveRows() {}

    @Rule(
            id = "IR-01",
            text = "msgs 16/60/70 B with 64B CQE: same data result whether inlined (<=32) or not",
            source = "rdma-core tests: test_mlx5_cq.test_dv_cq_cqe_size_64")
    static void rowIR01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "IR-02",
            text = "60/70/140 B with 128B CQE (inline <=64)",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_128")
    static void rowIR02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "IR-03",
            text = "RDMA_READ 16/40/60 B delivered through requester CQE (regression of 45184d2c8, see 3c)",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_rdma_read_small_msg_128_cqe")
    static void rowIR03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "IR-04",
            text =
                    "An entry size other than 64 and 128, be it asked for or in the variable MLX5_CQE_SIZE, is refused with "
                            + "EINVAL",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_with_bad_size")
    static void rowIR04(final Testbed bed) {
        bed.require(DeviceCapability.COMPLETION_ENTRY_FORMAT);
        Expect.fails("entry size 100", Errno.EINVAL, () -> create(bed, 100, false, 0));
        try (Testbed other = bed.another(TestbedOptions.DEFAULT.withVariable(SIZE_VARIABLE, "100"))) {
            Expect.fails(SIZE_VARIABLE + "=100", Errno.EINVAL, () -> create(other, 0, false, 0));
        }
    }

    @Rule(
            id = "IR-05",
            text = "MLX5_CQE_SIZE 64,128 ok",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_environment_var")
    static void rowIR05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "IR-06",
            text = "env MLX5_SCATTER_TO_CQE {0,1} x QP flag {DISABLE,ALLOW}: traffic ok; QP flag wins over " + "env",
            source = "rdma-core tests/test_mlx5_cq.py: test_scatter_to_cqe_control_by_qp")
    static void rowIR06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "IR-07",
            text = "Entries of 128 bytes can be padded, those of 64 are refused with EINVAL",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_padding, test_dv_cq_padding_not_aligned_cqe_size")
    static void rowIR07(final Testbed bed) {
        bed.require(DeviceCapability.COMPLETION_ENTRY_FORMAT);
        create(bed, 128, true, 0).close();
        Expect.fails("padded entries of 64 bytes", Errno.EINVAL, () -> create(bed, 64, true, 0));
    }

    @Rule(
            id = "IR-08",
            text = "Entries can be compressed in one format; two at once are refused with EINVAL",
            source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_compression_flags")
    static void rowIR08(final Testbed bed) {
        bed.require(DeviceCapability.COMPLETION_ENTRY_FORMAT);
        create(bed, 0, false, CompletionQueueAttributes.COMPRESS_HASH).close();
        create(bed, 0, false, CompletionQueueAttributes.COMPRESS_CHECKSUM).close();
        final int both = CompletionQueueAttributes.COMPRESS_HASH | CompletionQueueAttributes.COMPRESS_CHECKSUM;
        Expect.fails("two formats", Errno.EINVAL, () -> create(bed, 0, false, both));
    }

    private static CompletionQueue create(
            final Testbed bed, final int entrySize, final boolean isPadded, final int compression) {
        return bed.client()
                .createCompletionQueue(
                        new CompletionQueueAttributes(8, 0, entrySize, isPadded, compression),
                        bed.clientLoop(),
                        queue -> {});
    }
}
