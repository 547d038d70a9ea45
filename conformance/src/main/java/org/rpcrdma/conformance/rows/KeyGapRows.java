// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.IntSupplier;
import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.FastRegistered;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Keys that rdma-core's tests do not cover. */
public final class KeyGapRows {
    private static final int TAGS = 256;

    private KeyGapRows() {}

    @Rule(
            id = "GAP-16",
            text = "LOCAL_INV of a key with another tag, of a FREE region, or of a window of type 1, completes with "
                    + "LOC_QP_OP_ERR",
            source = "rxe_mr.c")
    static void rowGAP16(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            final FastRegistered region = new FastRegistered(bed, pair.server());
            final int key = region.register();
            expectKept("LOCAL_INV of a region with another tag", pair, RemoteKey.increment(key));
            invalidate(pair, key);
            pair.server().nextSuccess("LOCAL_INV");
            expectKept("LOCAL_INV of a FREE region", pair, key);
        }
        bed.require(DeviceCapability.MEMORY_WINDOW);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
        final BoundWindow fixed = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_1);
        expectKept("LOCAL_INV of a window of type 1", pair, fixed.bind(traffic.serverRegion(), Access.REMOTE_READ));
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        final int key = window.bind(traffic.serverRegion(), Access.REMOTE_READ);
        expectKept("LOCAL_INV of a window with another tag", pair, RemoteKey.increment(key));
    }

    private static void invalidate(final Pair pair, final int key) {
        pair.server().sends().localInvalidate(2, SendRequests.SIGNALED, key);
        pair.server().post();
    }

    /** Expects that LOCAL_INV does not invalidate a key. */
    private static void expectKept(final String what, final Pair pair, final int key) {
        invalidate(pair, key);
        Expect.status(what, CompletionStatus.LOC_QP_OP_ERR, pair.server().next());
        pair.restate();
    }

    @Rule(
            id = "GAP-17",
            text = "SEND_WITH_INV of a wrong key, and of one that was invalidated already, fails the "
                    + "Receive with REM_INV_REQ_ERR; and with REM_ACCESS_ERR, but on soft-RoCE, which acknowledges it",
            source = "rxe_resp.c")
    static void rowGAP17(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            final int key = new FastRegistered(bed, pair.server()).register();
            expectRefused(bed, "key of a region, with another tag", pair, traffic, RemoteKey.increment(key));
            traffic.postReceive();
            traffic.sendWithInvalidate(key);
            pair.server().nextSuccess("Receive");
            expectRefused(bed, "key that is invalid already", pair, traffic, key);
        }
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        final int key = window.bind(traffic.serverRegion(), Access.REMOTE_READ);
        expectRefused(bed, "key of a window, with another tag", pair, traffic, RemoteKey.increment(key));
    }

    /** Expects that SEND_WITH_INV does not invalidate a key. */
    private static void expectRefused(
            final Testbed bed, final String what, final Pair pair, final Traffic traffic, final int key) {
        traffic.postReceive();
        traffic.sendWithInvalidate(key);
        Expect.status(what, CompletionStatus.REM_INV_REQ_ERR, pair.server().next());
        bed.settle();
        if (bed.serverPersonality() == Personality.RXE) {
            pair.client().expectNone(); // it is not signaled
        } else {
            Expect.status(what, CompletionStatus.REM_ACCESS_ERR, pair.client().next());
        }
        pair.restate();
        traffic.forgetCompletions();
    }

    @Rule(
            id = "GAP-18",
            text = "A Receive whose message invalidated a key has WITH_INV and the key",
            source = "ibv_poll_cq(3)")
    static void rowGAP18(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            expectInvalidated(pair, traffic, new FastRegistered(bed, pair.server()).register());
        }
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        expectInvalidated(pair, traffic, window.bind(traffic.serverRegion(), Access.REMOTE_READ));
    }

    private static void expectInvalidated(final Pair pair, final Traffic traffic, final int key) {
        traffic.postReceive();
        traffic.sendWithInvalidate(key);
        final Completion receive = pair.server().nextSuccess("Receive");
        Expect.equal("flags", Completions.WITH_INVALIDATE, receive.flags());
        Expect.equal("invalidated key", key, receive.data());
    }

    @Rule(
            id = "GAP-19",
            text = "A tag that was used opens nothing until it has gone round: 256 registrations or binds later",
            source = "InfiniBand 10.6.7.2")
    static void rowGAP19(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE | Access.MW_BIND);
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            final FastRegistered region = new FastRegistered(bed, pair.server());
            goRound(pair, traffic, region.iova(), region::register);
        }
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final BoundWindow window = new BoundWindow(bed, pair.server(), MemoryWindow.TYPE_2);
        final ExtendedMemoryRegion region = traffic.serverRegion();
        goRound(pair, traffic, region.iova(), () -> window.bind(region, Access.REMOTE_WRITE));
    }

    /** Opens memory under the next tag, again and again. */
    private static void goRound(final Pair pair, final Traffic traffic, final long address, final IntSupplier open) {
        final int first = open.getAsInt();
        traffic.writeTo(address, 64, first).nextSuccess("RDMA WRITE");
        int key = first;
        for (int i = 1; i <= TAGS; i++) {
            invalidate(pair, key);
            pair.server().nextSuccess("LOCAL_INV");
            key = open.getAsInt();
            if (i == 1 || i == TAGS - 1) {
                Expect.status(
                        "RDMA WRITE by the first key",
                        CompletionStatus.REM_ACCESS_ERR,
                        traffic.writeTo(address, 64, first).next());
                pair.restate();
            }
            Expect.equal("the first key has come again", i == TAGS, key == first);
        }
        traffic.writeTo(address, 64, first).nextSuccess("RDMA WRITE after 256 times");
    }

    @Rule(
            id = "GAP-24",
            text = "REG_MR makes a FREE region VALID under a stepped key, refuses a VALID one, another "
                    + "domain and another index",
            source = "Linux ib_verbs.h; memory extensions")
    static void rowGAP24(final Testbed bed) {
        bed.require(DeviceCapability.FAST_REGISTER);
        final Pair pair = Pair.connected(bed);
        final FastRegistered region = new FastRegistered(bed, pair.server());
        final int key = region.register();
        Expect.equal("the key's index stays", 0, (key ^ region.region().key()) >>> 8);
        region.postRegister(RemoteKey.increment(key));
        Expect.status(
                "REG_MR of a VALID region",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
        pair.restate();
        region.invalidate(key);
        pair.server().nextSuccess("LOCAL_INV");
        region.postRegister(key + (1 << 8));
        Expect.status(
                "REG_MR under another index",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
        pair.restate();
        final ExtendedProtectionDomain other = bed.own(pair.server().device().allocateProtectionDomain());
        final FastRegistered foreign = new FastRegistered(bed, pair.server(), other);
        foreign.postRegister(foreign.region().key());
        Expect.status(
                "REG_MR in another domain",
                CompletionStatus.LOC_QP_OP_ERR,
                pair.server().next());
    }

    @Rule(
            id = "GAP-32",
            text = "READ_WITH_INV closes the key of the memory that it reads into, once the data is there",
            source = "Linux ib_verbs.h: IB_WR_RDMA_READ_WITH_INV; siw_qp_rx.c")
    static void rowGAP32(final Testbed bed) {
        bed.require(DeviceCapability.READ_WITH_INVALIDATE);
        bed.require(DeviceCapability.FAST_REGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Pair.ALL_RIGHTS);
        final FastRegistered sink = new FastRegistered(bed, pair.client());
        final int key = sink.register();
        readWithInvalidate(pair, traffic, sink, key);
        pair.client().nextSuccess("READ_WITH_INV");
        sink.buffer().expect(0, 64, Traffic.SERVER_BYTE);
        readWithInvalidate(pair, traffic, sink, key);
        Expect.status(
                "READ by a key that was closed",
                CompletionStatus.LOC_PROT_ERR,
                pair.client().next());
        pair.restate();
        sink.register();
    }

    private static void readWithInvalidate(
            final Pair pair, final Traffic traffic, final FastRegistered sink, final int key) {
        final ExtendedMemoryRegion source = traffic.serverRegion();
        final SendRequests sends = pair.client().sends();
        sends.rdmaReadWithInvalidate(3, SendRequests.SIGNALED, source.iova(), source.rkey(), key);
        sends.sge(sink.iova(), 64, key);
        pair.client().post();
    }
}
