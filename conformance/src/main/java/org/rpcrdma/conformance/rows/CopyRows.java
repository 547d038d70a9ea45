// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Copies by the device's DMA. */
public final class CopyRows {
    private static final int LENGTH = 10_000;
    private static final int SOURCE_BYTE = 'f';
    private static final int TARGET_BYTE = 't';

    private CopyRows() {}

    @Rule(
            id = "GG-01",
            text = "A copy by DMA completes as MEMCPY, and its bytes, and no others, are in the target",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_data")
    static void rowGG01(final Testbed bed) {
        final Endpoint side = side(bed);
        final Memory target = side.memory(LENGTH, TARGET_BYTE, Access.LOCAL_WRITE);
        copyInto(side, LENGTH - 100, target.iova() + 100, target);
        Expect.equal("opcode", CompletionOpcode.MEMCPY, side.nextSuccess("copy").opcode());
        target.buffer().expect(0, 100, TARGET_BYTE);
        target.buffer().expect(100, LENGTH - 100, SOURCE_BYTE);
    }

    @Rule(
            id = "GG-02",
            text = "A copy to a region of another domain fails with LOC_PROT_ERR, and writes nothing",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_different_pd_bad_flow")
    static void rowGG02(final Testbed bed) {
        final Endpoint side = side(bed);
        expectProtected(bed, side, side.anotherDomain(), Access.LOCAL_WRITE);
    }

    @Rule(
            id = "GG-03",
            text = "A copy to a region without local write fails with LOC_PROT_ERR, and writes nothing",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_protection_bad_flow")
    static void rowGG03(final Testbed bed) {
        final Endpoint side = side(bed);
        expectProtected(bed, side, side.domain(), Access.REMOTE_READ);
    }

    private static void expectProtected(
            final Testbed bed, final Endpoint side, final ExtendedProtectionDomain domain, final int access) {
        final TestBuffer buffer = side.buffer(LENGTH);
        buffer.fill(TARGET_BYTE);
        final Memory target = new Memory(buffer, bed.own(buffer.register(domain, access)));
        copyInto(side, LENGTH, target.iova(), target);
        side.next("copy", CompletionStatus.LOC_PROT_ERR);
        buffer.expect(TARGET_BYTE);
    }

    @Rule(
            id = "GG-04",
            text = "A copy of more than the device copies at once fails, and writes nothing",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_large_data_bad_flow")
    static void rowGG04(final Testbed bed) {
        final Endpoint side = side(bed);
        final int most = (int) side.device().attributes().maxCopyLength();
        final Memory target = side.memory(most + 1, TARGET_BYTE, Access.LOCAL_WRITE);
        copyInto(side, most, target.iova(), target);
        side.nextSuccess("the longest copy");
        target.buffer().fill(TARGET_BYTE);
        try {
            copyInto(side, most + 1, target.iova(), target);
            Expect.anyError("too long a copy", side.next());
        } catch (final PostException e) {
            side.expectNone(); // refused as it was posted
        }
        target.buffer().expect(TARGET_BYTE);
    }

    private static Endpoint side(final Testbed bed) {
        bed.require(DeviceCapability.DMA_COPY);
        return Pair.connected(bed).client();
    }

    /** Posts a copy out of a buffer that is just as long. */
    private static void copyInto(final Endpoint side, final int length, final long iova, final Memory target) {
        final Memory source = side.memory(length, SOURCE_BYTE, Access.LOCAL_WRITE);
        side.post(source, length, sends -> sends.copy(1, SendRequests.SIGNALED, iova, target.lkey()));
    }
}
