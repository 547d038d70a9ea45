// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Pair.ALL_RIGHTS;
import static org.rpcrdma.conformance.runner.Traffic.CLIENT_BYTE;
import static org.rpcrdma.conformance.runner.Traffic.SERVER_BYTE;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.AsyncEventType.QP_REQ_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_LEN_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_QP_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.MW_BIND_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_INV_REQ_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.RNR_RETRY_EXC_ERR;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;
import static org.rpcrdma.verbs.CompletionStatus.WR_FLUSH_ERR;
import static org.rpcrdma.verbs.DeviceCapability.ATOMICS;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW_TYPE_2B;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_1;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_2;
import static org.rpcrdma.verbs.QueuePairState.ERR;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Memory;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Additional rules for completion statuses. rdma-core's tests do not cover these rules. */
public final class TransportGapRows {
    private static final long LAST = 10;
    private static final int TOO_MANY_READS = 16;
    private static final int AGREED_READS = 3;
    private static final int LONG = 60_000;

    private TransportGapRows() {}

    @Rule(id = "GAP-02", source = "InfiniBand 9.7.5.2.4, 11.6.3.2")
    static void rowGAP02(final Testbed bed) {
        final Traffic writes = new Traffic(bed, Pair.connected(bed, LOCAL_WRITE), 64, ALL_RIGHTS);
        expectInvalidRequest(
                "RDMA WRITE",
                writes,
                () -> writes.write(writes.pair().client(), writes.server().rkey()));
        writes.server().buffer().expect(SERVER_BYTE);
        final Traffic reads = new Traffic(bed, Pair.connected(bed, ALL_RIGHTS & ~REMOTE_READ), 64, ALL_RIGHTS);
        expectInvalidRequest("RDMA READ", reads, () -> reads.read(reads.server().rkey()));
        reads.client().buffer().expect(CLIENT_BYTE);
        final int agreed = bed.serverPersonality() == RXE ? 0 : 1;
        final Traffic many = new Traffic(bed, Pair.reading(bed, TOO_MANY_READS, agreed), 64, ALL_RIGHTS);
        expectInvalidRequest("READ beyond the limit", many, () -> postReads(many, TOO_MANY_READS, 0));
        bed.require(ATOMICS);
        if (bed.personality() != RXE) { // soft-RoCE's driver rejects these posts
            final Traffic atomics = AtomicRows.traffic(bed, Pair.connected(bed), ALL_RIGHTS);
            expectInvalidRequest(
                    "FETCH_ADD",
                    atomics,
                    () -> atomics.fetchAndAdd(
                            atomics.server().iova() + 4,
                            atomics.server().rkey(),
                            atomics.client().lkey(),
                            1));
        }
    }

    /** Expects the responder to report an invalid request and to raise an event. */
    private static void expectInvalidRequest(final String what, final Traffic traffic, final Runnable request) {
        final Endpoint server = traffic.pair().server();
        final AsyncEventLog events = new AsyncEventLog(traffic.bed(), server);
        request.run();
        traffic.pair().client().next(what, REM_INV_REQ_ERR);
        final boolean isQuiet = traffic.bed().serverPersonality() == RXE;
        events.expectOnly(isQuiet ? null : QP_REQ_ERR, server.queuePair());
    }

    private static Endpoint postReads(final Traffic traffic, final int count, final int flags) {
        return traffic.pair().client().post(sends -> {
            for (int i = 0; i < count; i++) {
                sends.rdmaRead(
                        i, flags, traffic.server().iova(), traffic.server().rkey());
                sends.sge(
                        traffic.client().iova(),
                        traffic.client().length(),
                        traffic.client().lkey());
            }
        });
    }

    @Rule(id = "GAP-30", source = "InfiniBand 9.7.5.1.4; rxe_resp.c")
    static void rowGAP30(final Testbed bed) {
        final Pair pair = Pair.reading(bed, TOO_MANY_READS, AGREED_READS);
        final Traffic traffic = new Traffic(bed, pair, LONG, ALL_RIGHTS);
        postReads(traffic, AGREED_READS + 1, SIGNALED);
        for (int i = 0; i < AGREED_READS; i++) {
            pair.client().nextSuccess("RDMA READ");
        }
        final boolean isAnswered = bed.serverPersonality() == RXE;
        pair.client().next("RDMA READ beyond the limit", isAnswered ? SUCCESS : REM_INV_REQ_ERR);
    }

    @Rule(id = "GAP-03", source = "InfiniBand 9.9")
    static void rowGAP03(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        traffic.postReceive(63);
        traffic.postSend();
        final boolean isSoftRoce = bed.serverPersonality() == RXE;
        final int there = isSoftRoce ? REM_OP_ERR : REM_INV_REQ_ERR;
        pair.client().next("SEND", there);
        final int here = isSoftRoce ? LOC_QP_OP_ERR : LOC_LEN_ERR;
        pair.server().next("Receive", here);
    }

    @Rule(id = "GAP-04", source = "rxe_mw.c")
    static void rowGAP04(final Testbed bed) {
        bed.require(MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Endpoint server = pair.server();
        final TestBuffer buffer = server.buffer(64);
        final ExtendedMemoryRegion closed = bed.own(buffer.register(server.domain(), LOCAL_WRITE));
        final ExtendedMemoryRegion readOnly = bed.own(buffer.register(server.domain(), MW_BIND));
        final ExtendedMemoryRegion open = bed.own(buffer.register(server.domain(), LOCAL_WRITE | MW_BIND));
        for (final int type : new int[] {TYPE_1, TYPE_2}) {
            final BoundWindow window = new BoundWindow(bed, server, type);
            expectBindError("region without MW_BIND", pair, window, closed, 64, REMOTE_READ);
            expectBindError("write access to a read-only region", pair, window, readOnly, 64, REMOTE_WRITE);
            expectBindError("range beyond the region", pair, window, open, 65, REMOTE_READ);
        }
        final BoundWindow bound = new BoundWindow(bed, server, TYPE_2);
        bound.bind(open, REMOTE_READ);
        expectBindError("type 2 window that is already bound", pair, bound, open, 64, REMOTE_READ);
    }

    private static void expectBindError(
            final String what,
            final Pair pair,
            final BoundWindow window,
            final ExtendedMemoryRegion region,
            final int length,
            final int access) {
        window.post(region, region.iova(), length, access);
        pair.server().next(what, MW_BIND_ERR);
        pair.server().expectState(ERR);
        pair.restate();
    }

    @Rule(id = "GAP-05", source = "InfiniBand 9.7.5.2.8")
    static void rowGAP05(final Testbed bed) {
        final Pair pair = Pair.retrying(bed, 2);
        new Traffic(bed, pair, 64).postSend();
        pair.client().next("SEND", RNR_RETRY_EXC_ERR);
        final Pair endless = Pair.retrying(bed, 7);
        final Traffic traffic = new Traffic(bed, endless, 64);
        traffic.postSend();
        endless.client().expectNone();
        traffic.postReceive();
        endless.client().nextSuccess("SEND after a Receive is posted");
        traffic.server().buffer().expect(CLIENT_BYTE);
    }

    @Rule(id = "GAP-06", source = "InfiniBand 10.3.1")
    static void rowGAP06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        pair.client().moveTo(ERR);
        pair.server().moveTo(ERR);
        bed.settle(); // soft-RoCE flushes on another thread, which would find a Receive that is posted immediately
        traffic.postSend();
        traffic.postReceive();
        pair.client().next("SEND", WR_FLUSH_ERR);
        if (bed.serverPersonality() == RXE) {
            pair.server().expectNone();
            pair.server().queuePair().toError();
        }
        pair.server().next("Receive", WR_FLUSH_ERR);
    }

    @Rule(id = "GAP-22", source = "InfiniBand 10.3.1")
    static void rowGAP22(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        final Memory client = traffic.client();
        final Memory server = traffic.server();
        traffic.postReceive();
        pair.client().post(sends -> {
            sends.send(1, 0);
            sends.sge(client.iova(), 64, client.lkey());
            sends.rdmaRead(2, 0, server.iova(), RemoteKey.increment(server.rkey()));
            sends.sge(client.iova(), 64, client.lkey());
            for (int i = 3; i < LAST; i++) {
                sends.send(i, 0);
            }
        });
        final Completion failed = pair.client().next("RDMA READ", REM_ACCESS_ERR);
        Expect.equal("first failed request", 2L, failed.wrId());
        for (long i = 3; i < LAST; i++) {
            final Completion flushed = pair.client().next("SEND", WR_FLUSH_ERR);
            Expect.equal("first flushed request", i, flushed.wrId());
        }
        pair.server().nextSuccess("Receive");
    }
}
