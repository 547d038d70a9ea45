// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.IntPredicate;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.TestbedOptions;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.extended.CompletionQueueAttributes;

/** The rules for payload that arrives inside completions. */
public final class InlineReceiveRows {
    private static final String SCATTER_VARIABLE = "MLX5_SCATTER_TO_CQE";
    private static final String SIZE_VARIABLE = "MLX5_CQE_SIZE";

    private InlineReceiveRows() {}

    @Rule(id = "IR-01", source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_64")
    static void rowIR01(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        final InlineTraffic traffic = new InlineTraffic(bed, 64, InlineReceive.DEFAULT, 0);
        expectInside(traffic::sends, 32, 16, 32, 33, 60, 70);
        Expect.that("READ responses are not delivered in completions unless requested", !traffic.reads(16));
        final InlineTraffic elsewhere = new InlineTraffic(bed, 64, InlineReceive.ALLOW, 1 << 20);
        Expect.that("16 bytes are not delivered in a completion if the iova differs", !elsewhere.sends(16));
        Expect.that("a READ response is not delivered in a completion if the iova differs", !elsewhere.reads(16));
    }

    @Rule(id = "IR-02", source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_128")
    static void rowIR02(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        final InlineTraffic traffic = new InlineTraffic(bed, 128, InlineReceive.DEFAULT, 0);
        expectInside(traffic::sends, 64, 60, 64, 65, 70, 140);
    }

    /**
     * Expects messages up to a certain length to arrive inside their completions, and longer messages to arrive in
     * memory.
     */
    private static void expectInside(final IntPredicate comesInside, final int most, final int... lengths) {
        for (final int length : lengths) {
            Expect.equal(length + " bytes are delivered in the completion", length <= most, comesInside.test(length));
        }
    }

    @Rule(id = "IR-03", source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_rdma_read_small_msg_128_cqe")
    static void rowIR03(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        final InlineTraffic large = new InlineTraffic(bed, 128, InlineReceive.ALLOW, 0);
        expectInside(large::reads, 64, 16, 40, 60, 64, 65);
        final InlineTraffic small = new InlineTraffic(bed, 64, InlineReceive.ALLOW, 0);
        expectInside(small::reads, 32, 32, 40);
    }

    @Rule(id = "IR-04", source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_with_bad_size")
    static void rowIR04(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        Expect.fails("entry size 100", Errno.EINVAL, () -> create(bed, 100));
        try (Testbed other = bed.another(TestbedOptions.DEFAULT.withVariable(SIZE_VARIABLE, "100"))) {
            Expect.fails(SIZE_VARIABLE + "=100", Errno.EINVAL, () -> create(other, 0));
        }
    }

    @Rule(id = "IR-05", source = "rdma-core tests/test_mlx5_cq.py: test_dv_cq_cqe_size_environment_var")
    static void rowIR05(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        for (final int size : new int[] {64, 128}) {
            final TestbedOptions options = TestbedOptions.DEFAULT.withVariable(SIZE_VARIABLE, Integer.toString(size));
            try (Testbed other = bed.another(options)) {
                final InlineTraffic traffic = new InlineTraffic(other, 0, InlineReceive.DEFAULT, 0);
                Expect.equal("60 bytes in a completion of " + size, size == 128, traffic.sends(60));
                Expect.equal("16 bytes in a completion of " + size, true, traffic.sends(16));
            }
        }
    }

    @Rule(id = "IR-06", source = "rdma-core tests/test_mlx5_cq.py: test_scatter_to_cqe_control_by_qp")
    static void rowIR06(final Testbed bed) {
        bed.require(DeviceCapability.INLINE_RECEIVE);
        for (final String value : new String[] {"0", "1"}) {
            try (Testbed other = bed.another(TestbedOptions.DEFAULT.withVariable(SCATTER_VARIABLE, value))) {
                for (final InlineReceive inline : InlineReceive.values()) {
                    final InlineTraffic traffic = new InlineTraffic(other, 64, inline, 0);
                    final boolean isInline =
                            inline == InlineReceive.ALLOW || inline == InlineReceive.DEFAULT && !value.equals("0");
                    Expect.equal("in a completion with " + inline + " and " + value, isInline, traffic.sends(16));
                }
            }
        }
    }

    private static CompletionQueue create(final Testbed bed, final int entrySize) {
        return bed.client()
                .createCompletionQueue(new CompletionQueueAttributes(8, 0, entrySize), bed.clientLoop(), queue -> {});
    }
}
