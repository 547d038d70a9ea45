// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW;
import static org.rpcrdma.verbs.DeviceCapability.REREGISTER_TRANSLATION;
import static org.rpcrdma.verbs.Errno.EBUSY;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_1;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;
import static org.rpcrdma.verbs.extended.ReregisterError.CMD;
import static org.rpcrdma.verbs.extended.ReregisterError.INPUT;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Additional rules for registration. rdma-core's tests do not cover these rules. */
public final class RegistrationGapRows {
    private static final int CHANGED = 4096;
    private static final int OPEN = LOCAL_WRITE | REMOTE_WRITE;
    /** An address that is not backed by memory. The first page of an address space is never mapped. */
    private static final long NO_MEMORY = 64;

    private RegistrationGapRows() {}

    @Rule(id = "GAP-14", source = "rxe_verbs.c")
    static void rowGAP14(final Testbed bed) {
        bed.require(MEMORY_WINDOW);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, LOCAL_WRITE | MW_BIND);
        final ExtendedMemoryRegion region = traffic.server().region();
        final BoundWindow window = new BoundWindow(bed, pair.server(), TYPE_1);
        window.bind(region, REMOTE_WRITE);
        Expect.fails("deregistration", EINVAL, region::close);
        traffic.writeTo(region.iova(), 64, window.key()).nextSuccess("RDMA WRITE after the rejection");
        bed.giveBack(window.window());
        bed.giveBack(region);
    }

    @Rule(id = "GAP-15", source = "ibv_dealloc_pd(3)")
    static void rowGAP15(final Testbed bed) {
        final Endpoint client = Endpoint.ofClient(bed);
        final ExtendedMemoryRegion region = bed.own(client.buffer(64).register(client.domain(), 0));
        Expect.fails("closing a domain in use", EBUSY, client.domain()::close);
        bed.giveBack(region);
    }

    @Rule(id = "GAP-20", source = "ibv_reg_mr(3)")
    static void rowGAP20(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, LOCAL_WRITE);
        final TestBuffer buffer = traffic.server().buffer();
        final ExtendedProtectionDomain domain = pair.server().domain();
        final long half = buffer.address() + 32;
        final ExtendedMemoryRegion back = bed.own(domain.registerMemory(half, 32, half, LOCAL_WRITE | REMOTE_WRITE));
        Expect.that("keys differ", back.rkey() != traffic.server().rkey());
        traffic.writeTo(half, 32, back.rkey()).nextSuccess("RDMA WRITE to the region that permits it");
        buffer.expect(32, 32, CLIENT_BYTE);
        traffic.writeTo(half, 32, traffic.server().rkey())
                .next("RDMA WRITE with the other region's key", REM_ACCESS_ERR);
    }

    @Rule(id = "GAP-23", source = "rdma-core verbs.c ibv_rereg_mr")
    static void rowGAP23(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, CHANGED, OPEN);
        final ExtendedMemoryRegion region = traffic.server().region();
        expectResult(INPUT, () -> region.reregister(1 << 3, null, 0, 0, 0));
        expectOpen(traffic, region);
        expectResult(INPUT, () -> translate(region, traffic.server().buffer().address(), 0));
        expectOpen(traffic, region);
        expectResult(CMD, () -> region.reregister(0, null, 0, 0, 0));
        expectLost(traffic, region);
        final ExtendedMemoryRegion other =
                bed.own(traffic.server().buffer().register(pair.server().domain(), OPEN));
        if (bed.server().attributes().has(REREGISTER_TRANSLATION)) {
            expectResult(CMD, () -> translate(other, NO_MEMORY, CHANGED));
            expectLost(traffic, other);
            enterPeerMemory(bed, pair, traffic);
        } else {
            expectResult(CMD, () -> translate(other, other.address(), CHANGED));
            expectLost(traffic, other);
        }
    }

    /** Expects the device to reject a re-registration with peer memory. */
    private static void enterPeerMemory(final Testbed bed, final Pair pair, final Traffic traffic) {
        final ExtendedMemoryRegion region =
                bed.own(traffic.server().buffer().register(pair.server().domain(), OPEN));
        final MemoryBlock peer = bed.own(pair.server().device().peerMemory().allocate(CHANGED, CHANGED));
        expectResult(CMD, () -> translate(region, peer.address(), CHANGED));
        expectLost(traffic, region);
        final ExtendedMemoryRegion reached =
                bed.own(pair.server().domain().registerMemory(peer.address(), CHANGED, peer.address(), OPEN));
        expectOpen(traffic, reached);
        expectResult(CMD, () -> reached.reregister(CHANGE_ACCESS, null, 0, 0, LOCAL_WRITE));
        expectLost(traffic, reached);
    }

    private static void translate(final ExtendedMemoryRegion region, final long address, final long length) {
        region.reregister(CHANGE_TRANSLATION, null, address, length, 0);
    }

    private static void expectResult(final ReregisterError error, final Runnable change) {
        final VerbsException failure = Expect.failureOf("re-registration", change);
        Expect.that("the failure contains a result", failure instanceof ReregisterException);
        Expect.equal("result", error, ((ReregisterException) failure).error());
    }

    private static void expectOpen(final Traffic traffic, final ExtendedMemoryRegion region) {
        traffic.writeTo(region.iova(), CHANGED, region.rkey()).nextSuccess("RDMA WRITE to a valid region");
    }

    /**
     * Expects a lost registration to grant no access. If the change was rejected before it reached the device, the
     * region may remain valid.
     */
    private static void expectLost(final Traffic traffic, final ExtendedMemoryRegion region) {
        final Completion write =
                traffic.writeTo(region.iova(), CHANGED, region.rkey()).next();
        if (write.status() != SUCCESS) {
            Expect.status("RDMA WRITE to a lost region", REM_ACCESS_ERR, write);
        }
        traffic.recover();
    }
}
