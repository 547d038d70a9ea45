// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Registration that rdma-core's tests do not cover. */
public final class RegistrationGapRows {
    private static final int CHANGED = 4096;
    private static final int OPEN = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
    /** The first page of an address space is never mapped. */
    private static final long NO_MEMORY = 64;

    private RegistrationGapRows() {}

    @Rule(
            id = "GAP-14",
            text = "A region to which a window is bound is not deregistered (EINVAL); once the window is closed, it is",
            source = "rxe_verbs.c")
    static void rowGAP14(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
        final ExtendedMemoryRegion region = traffic.server().region();
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_1);
        window.bind(region, Access.REMOTE_WRITE);
        Expect.fails("deregistration", Errno.EINVAL, region::close);
        traffic.writeTo(region.iova(), 64, window.key()).nextSuccess("RDMA WRITE after the refusal");
        bed.giveBack(window.window());
        bed.giveBack(region);
    }

    @Rule(
            id = "GAP-15",
            text = "dealloc_pd is refused with EBUSY while a region is alive",
            source = "ibv_dealloc_pd(3)")
    static void rowGAP15(final Testbed bed) {
        final Endpoint client = Endpoint.ofClient(bed);
        final ExtendedMemoryRegion region = bed.own(client.buffer(64).register(client.domain(), 0));
        Expect.fails("closing a domain in use", Errno.EBUSY, client.domain()::close);
        bed.giveBack(region);
    }

    @Rule(
            id = "GAP-20",
            text = "Regions that overlap have keys of their own, and each opens what it covers",
            source = "ibv_reg_mr(3)")
    static void rowGAP20(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE);
        final TestBuffer buffer = traffic.server().buffer();
        final ExtendedProtectionDomain domain = pair.server().domain();
        final long half = buffer.address() + 32;
        final ExtendedMemoryRegion back =
                bed.own(domain.registerMemory(half, 32, half, Access.LOCAL_WRITE | Access.REMOTE_WRITE));
        Expect.that("keys differ", back.rkey() != traffic.server().rkey());
        traffic.writeTo(half, 32, back.rkey()).nextSuccess("RDMA WRITE to the region that allows it");
        buffer.expect(32, 32, Traffic.CLIENT_BYTE);
        traffic.writeTo(half, 32, traffic.server().rkey())
                .next("RDMA WRITE by the other region's key", CompletionStatus.REM_ACCESS_ERR);
    }

    @Rule(
            id = "GAP-23",
            text = "A re-registration that fails says by its result whether the region is as it was, or lost",
            source = "rdma-core verbs.c ibv_rereg_mr")
    static void rowGAP23(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, CHANGED, OPEN);
        final ExtendedMemoryRegion region = traffic.server().region();
        expectResult(ReregisterError.INPUT, () -> region.reregister(1 << 3, null, 0, 0, 0));
        expectOpen(traffic, region);
        expectResult(
                ReregisterError.INPUT,
                () -> translate(region, traffic.server().buffer().address(), 0));
        expectOpen(traffic, region);
        expectResult(ReregisterError.CMD, () -> region.reregister(0, null, 0, 0, 0));
        expectLost(traffic, region);
        final ExtendedMemoryRegion other =
                bed.own(traffic.server().buffer().register(pair.server().domain(), OPEN));
        if (bed.server().attributes().has(DeviceCapability.REREGISTER_TRANSLATION)) {
            expectResult(ReregisterError.CMD, () -> translate(other, NO_MEMORY, CHANGED));
            expectLost(traffic, other);
            enterPeerMemory(bed, pair, traffic);
        } else {
            expectResult(ReregisterError.CMD, () -> translate(other, other.address(), CHANGED));
            expectLost(traffic, other);
        }
    }

    /** The device refuses memory of a peer. */
    private static void enterPeerMemory(final Testbed bed, final Pair pair, final Traffic traffic) {
        final ExtendedMemoryRegion region =
                bed.own(traffic.server().buffer().register(pair.server().domain(), OPEN));
        final MemoryBlock peer = bed.own(pair.server().device().peerMemory().allocate(CHANGED, CHANGED));
        expectResult(ReregisterError.CMD, () -> translate(region, peer.address(), CHANGED));
        expectLost(traffic, region);
        final ExtendedMemoryRegion reached =
                bed.own(pair.server().domain().registerMemory(peer.address(), CHANGED, peer.address(), OPEN));
        expectOpen(traffic, reached);
        expectResult(
                ReregisterError.CMD,
                () -> reached.reregister(ExtendedMemoryRegion.CHANGE_ACCESS, null, 0, 0, Access.LOCAL_WRITE));
        expectLost(traffic, reached);
    }

    private static void translate(final ExtendedMemoryRegion region, final long address, final long length) {
        region.reregister(ExtendedMemoryRegion.CHANGE_TRANSLATION, null, address, length, 0);
    }

    private static void expectResult(final ReregisterError error, final Runnable change) {
        final VerbsException failure = Expect.failureOf("re-registration", change);
        Expect.that("the failure carries a result", failure instanceof ReregisterException);
        Expect.equal("result", error, ((ReregisterException) failure).error());
    }

    private static void expectOpen(final Traffic traffic, final ExtendedMemoryRegion region) {
        traffic.writeTo(region.iova(), CHANGED, region.rkey()).nextSuccess("RDMA WRITE to a region that is valid");
    }

    /**
     * A lost registration must not be used: it opens nothing, unless the change was refused before the device had a
     * hand in it.
     */
    private static void expectLost(final Traffic traffic, final ExtendedMemoryRegion region) {
        final Completion write =
                traffic.writeTo(region.iova(), CHANGED, region.rkey()).next();
        if (write.status() != CompletionStatus.SUCCESS) {
            Expect.status("RDMA WRITE to a region that is lost", CompletionStatus.REM_ACCESS_ERR, write);
        }
        traffic.recover();
    }
}
