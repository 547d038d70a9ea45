// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.rows.WindowTraffic.BINDABLE;
import static org.rpcrdma.conformance.runner.Pair.ALL_RIGHTS;
import static org.rpcrdma.conformance.runner.Traffic.SERVER_BYTE;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.CompletionStatus.LOC_PROT_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_QP_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_INV_REQ_ERR;
import static org.rpcrdma.verbs.Completions.WITH_INVALIDATE;
import static org.rpcrdma.verbs.DeviceCapability.FAST_REGISTER;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW_TYPE_2B;
import static org.rpcrdma.verbs.DeviceCapability.READ_WITH_INVALIDATE;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_1;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_2;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import java.util.function.IntSupplier;
import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.FastRegistered;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Additional rules for keys. rdma-core's tests do not cover these rules. */
public final class KeyGapRows {
    private static final int TAGS = 256;

    private KeyGapRows() {}

    @Rule(id = "GAP-16", source = "rxe_mr.c")
    static void rowGAP16(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        if (bed.has(FAST_REGISTER)) {
            final FastRegistered region = FastRegistered.of(bed, pair.server());
            final int key = region.register();
            expectKept("LOCAL_INV of a region with a different tag", pair, RemoteKey.increment(key));
            pair.server().invalidate(key).nextSuccess("LOCAL_INV");
            expectKept("LOCAL_INV of a FREE region", pair, key);
        }
        bed.require(MEMORY_WINDOW);
        final Traffic traffic = new Traffic(bed, pair, 64, BINDABLE);
        final BoundWindow fixed = new BoundWindow(bed, pair.server(), TYPE_1);
        expectKept(
                "LOCAL_INV of a type 1 window",
                pair,
                fixed.bind(traffic.server().region(), REMOTE_READ));
        final int key = bindReadable(bed, pair, traffic);
        expectKept("LOCAL_INV of a window with a different tag", pair, RemoteKey.increment(key));
    }

    /** Binds a type 2 window, so that the client may read the server's memory. Returns the window's key. */
    private static int bindReadable(final Testbed bed, final Pair pair, final Traffic traffic) {
        bed.require(MEMORY_WINDOW_TYPE_2B);
        return new BoundWindow(bed, pair.server(), TYPE_2).bind(traffic.server().region(), REMOTE_READ);
    }

    /** Expects LOCAL_INV not to invalidate a key. */
    private static void expectKept(final String what, final Pair pair, final int key) {
        pair.server().invalidate(key).next(what, LOC_QP_OP_ERR);
        pair.restate();
    }

    @Rule(id = "GAP-17", source = "rxe_resp.c")
    static void rowGAP17(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, BINDABLE);
        if (bed.has(FAST_REGISTER)) {
            final int key = FastRegistered.of(bed, pair.server()).register();
            expectRefused(bed, "key of a region, with a different tag", pair, traffic, RemoteKey.increment(key));
            traffic.postReceive();
            traffic.sendWithInvalidate(key);
            pair.server().nextSuccess("Receive");
            expectRefused(bed, "key that is already invalid", pair, traffic, key);
        }
        final int key = bindReadable(bed, pair, traffic);
        expectRefused(bed, "key of a window, with a different tag", pair, traffic, RemoteKey.increment(key));
    }

    /** Expects SEND_WITH_INV not to invalidate a key. */
    private static void expectRefused(
            final Testbed bed, final String what, final Pair pair, final Traffic traffic, final int key) {
        traffic.postReceive();
        traffic.sendWithInvalidate(key);
        pair.server().next(what, REM_INV_REQ_ERR);
        bed.settle();
        if (bed.serverPersonality() == RXE) {
            pair.client().expectNone(); // the request is not signaled
        } else {
            pair.client().next(what, REM_ACCESS_ERR);
        }
        traffic.recover();
    }

    @Rule(id = "GAP-18", source = "ibv_poll_cq(3)")
    static void rowGAP18(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, BINDABLE);
        if (bed.has(FAST_REGISTER)) {
            expectInvalidated(
                    pair, traffic, FastRegistered.of(bed, pair.server()).register());
        }
        expectInvalidated(pair, traffic, bindReadable(bed, pair, traffic));
    }

    private static void expectInvalidated(final Pair pair, final Traffic traffic, final int key) {
        traffic.postReceive();
        traffic.sendWithInvalidate(key);
        final Completion receive = pair.server().nextSuccess("Receive");
        Expect.equal("flags", WITH_INVALIDATE, receive.flags());
        Expect.equal("invalidated key", key, receive.data());
    }

    @Rule(id = "GAP-19", source = "InfiniBand 10.6.7.2")
    static void rowGAP19(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, BINDABLE);
        if (bed.has(FAST_REGISTER)) {
            final FastRegistered region = FastRegistered.of(bed, pair.server());
            goRound(pair, traffic, region.iova(), region::register);
        }
        bed.require(MEMORY_WINDOW_TYPE_2B);
        final BoundWindow window = new BoundWindow(bed, pair.server(), TYPE_2);
        final ExtendedMemoryRegion region = traffic.server().region();
        goRound(pair, traffic, region.iova(), () -> window.bind(region, REMOTE_WRITE));
    }

    /** Registers memory repeatedly, each time with the next tag, until the tag wraps around. */
    private static void goRound(final Pair pair, final Traffic traffic, final long address, final IntSupplier open) {
        final int first = open.getAsInt();
        traffic.writeTo(address, 64, first).nextSuccess("RDMA WRITE");
        int key = first;
        for (int i = 1; i <= TAGS; i++) {
            pair.server().invalidate(key).nextSuccess("LOCAL_INV");
            key = open.getAsInt();
            if (i == 1 || i == TAGS - 1) {
                traffic.writeTo(address, 64, first).next("RDMA WRITE with the first key", REM_ACCESS_ERR);
                pair.restate();
            }
            Expect.equal("the first key recurs", i == TAGS, key == first);
        }
        traffic.writeTo(address, 64, first).nextSuccess("RDMA WRITE after the tag has wrapped around");
    }

    @Rule(id = "GAP-24", source = "Linux ib_verbs.h; memory extensions")
    static void rowGAP24(final Testbed bed) {
        bed.require(FAST_REGISTER);
        final Pair pair = Pair.connected(bed);
        final FastRegistered region = FastRegistered.of(bed, pair.server());
        final int key = region.register();
        Expect.equal("the key's index is unchanged", 0, (key ^ region.region().key()) >>> 8);
        region.postRegister(RemoteKey.increment(key));
        pair.server().next("REG_MR of a VALID region", LOC_QP_OP_ERR);
        pair.restate();
        pair.server().invalidate(key).nextSuccess("LOCAL_INV");
        region.postRegister(key + (1 << 8));
        pair.server().next("REG_MR with a different index", LOC_QP_OP_ERR);
        pair.restate();
        final ExtendedProtectionDomain other = pair.server().anotherDomain();
        final FastRegistered foreign = FastRegistered.of(bed, pair.server(), other);
        foreign.postRegister(foreign.region().key());
        pair.server().next("REG_MR in a different domain", LOC_QP_OP_ERR);
    }

    @Rule(id = "GAP-32", source = "Linux ib_verbs.h: IB_WR_RDMA_READ_WITH_INV; siw_qp_rx.c")
    static void rowGAP32(final Testbed bed) {
        bed.require(READ_WITH_INVALIDATE);
        bed.require(FAST_REGISTER);
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, ALL_RIGHTS);
        final FastRegistered sink = FastRegistered.of(bed, pair.client());
        final int key = sink.register();
        readWithInvalidate(pair, traffic, sink, key).nextSuccess("READ_WITH_INV");
        sink.buffer().expect(0, 64, SERVER_BYTE);
        readWithInvalidate(pair, traffic, sink, key).next("READ with an invalidated key", LOC_PROT_ERR);
        pair.restate();
        sink.register();
    }

    private static Endpoint readWithInvalidate(
            final Pair pair, final Traffic traffic, final FastRegistered sink, final int key) {
        final Memory source = traffic.server();
        return pair.client().post(sends -> {
            sends.rdmaReadWithInvalidate(3, SIGNALED, source.iova(), source.rkey(), key);
            sends.sge(sink.iova(), 64, key);
        });
    }
}
