// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
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
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

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
        final TestBuffer target = buffer(side, LENGTH, TARGET_BYTE);
        final ExtendedMemoryRegion region = bed.own(target.register(side.domain(), Access.LOCAL_WRITE));
        copyInto(bed, side, LENGTH - 100, target.address() + 100, region.lkey());
        Expect.equal("opcode", CompletionOpcode.MEMCPY, side.nextSuccess("copy").opcode());
        target.expect(0, 100, TARGET_BYTE);
        target.expect(100, LENGTH - 100, SOURCE_BYTE);
    }

    @Rule(
            id = "GG-02",
            text = "A copy to a region of another domain fails with LOC_PROT_ERR, and writes nothing",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_different_pd_bad_flow")
    static void rowGG02(final Testbed bed) {
        final Endpoint side = side(bed);
        final ExtendedProtectionDomain other = bed.own(side.device().allocateProtectionDomain());
        expectProtected(bed, side, other, Access.LOCAL_WRITE);
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
        final TestBuffer target = buffer(side, LENGTH, TARGET_BYTE);
        final ExtendedMemoryRegion region = bed.own(target.register(domain, access));
        copyInto(bed, side, LENGTH, target.address(), region.lkey());
        Expect.status("copy", CompletionStatus.LOC_PROT_ERR, side.next());
        target.expect(TARGET_BYTE);
    }

    @Rule(
            id = "GG-04",
            text = "A copy of more than the device copies at once fails, and writes nothing",
            source = "rdma-core tests/test_mlx5_dma_memcpy.py: test_dma_memcpy_large_data_bad_flow")
    static void rowGG04(final Testbed bed) {
        final Endpoint side = side(bed);
        final int most = (int) side.device().attributes().maxCopyLength();
        final TestBuffer target = buffer(side, most + 1, TARGET_BYTE);
        final ExtendedMemoryRegion region = bed.own(target.register(side.domain(), Access.LOCAL_WRITE));
        copyInto(bed, side, most, target.address(), region.lkey());
        side.nextSuccess("the longest copy");
        target.fill(TARGET_BYTE);
        try {
            copyInto(bed, side, most + 1, target.address(), region.lkey());
            Expect.anyError("too long a copy", side.next());
        } catch (final PostException e) {
            side.expectNone(); // refused as it was posted
        }
        target.expect(TARGET_BYTE);
    }

    private static Endpoint side(final Testbed bed) {
        bed.require(DeviceCapability.DMA_COPY);
        return Pair.connected(bed).client();
    }

    private static TestBuffer buffer(final Endpoint side, final int length, final int value) {
        final TestBuffer buffer = side.buffer(length);
        buffer.fill(value);
        return buffer;
    }

    /** Posts a copy out of a buffer that is just as long. */
    private static void copyInto(
            final Testbed bed, final Endpoint side, final int length, final long iova, final int lkey) {
        final TestBuffer source = buffer(side, length, SOURCE_BYTE);
        final ExtendedMemoryRegion region = bed.own(source.register(side.domain(), Access.LOCAL_WRITE));
        final ExtendedSendRequests sends = side.sends();
        sends.copy(1, SendRequests.SIGNALED, iova, lkey);
        sends.sge(source.address(), length, region.lkey());
        side.post();
    }
}
