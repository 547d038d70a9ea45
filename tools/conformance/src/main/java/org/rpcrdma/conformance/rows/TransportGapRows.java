// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

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
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Statuses that rdma-core's tests do not cover. */
public final class TransportGapRows {
    private static final long LAST = 10;
    private static final int TOO_MANY_READS = 16;
    private static final int AGREED_READS = 3;
    private static final int LONG = 60_000;

    private TransportGapRows() {}

    @Rule(
            id = "GAP-02",
            text = "REM_INV_REQ_ERR: a missing queue pair right, a misaligned atomic and too many reads are invalid"
                    + " requests, and raise QP_REQ_ERR at the responder; on soft-RoCE no event, and a read is"
                    + " one too many only where none is agreed on",
            source = "InfiniBand 9.7.5.2.4, 11.6.3.2")
    static void rowGAP02(final Testbed bed) {
        final Traffic writes = new Traffic(bed, Pair.connected(bed, Access.LOCAL_WRITE), 64, Pair.ALL_RIGHTS);
        expectInvalidRequest(
                "RDMA WRITE",
                writes,
                () -> writes.write(writes.pair().client(), writes.server().rkey()));
        writes.server().buffer().expect(Traffic.SERVER_BYTE);
        final Traffic reads =
                new Traffic(bed, Pair.connected(bed, Pair.ALL_RIGHTS & ~Access.REMOTE_READ), 64, Pair.ALL_RIGHTS);
        expectInvalidRequest("RDMA READ", reads, () -> reads.read(reads.server().rkey()));
        reads.client().buffer().expect(Traffic.CLIENT_BYTE);
        final int agreed = bed.serverPersonality() == Personality.RXE ? 0 : 1;
        final Traffic many = new Traffic(bed, Pair.reading(bed, TOO_MANY_READS, agreed), 64, Pair.ALL_RIGHTS);
        expectInvalidRequest("one READ too many", many, () -> postReads(many, TOO_MANY_READS, 0));
        bed.require(DeviceCapability.ATOMICS);
        if (bed.personality() != Personality.RXE) { // its driver does not post such
            final Traffic atomics = AtomicRows.traffic(bed, Pair.connected(bed), Pair.ALL_RIGHTS);
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

    /** Expects a request to be invalid at the responder, and to raise an event there. */
    private static void expectInvalidRequest(final String what, final Traffic traffic, final Runnable request) {
        final Endpoint server = traffic.pair().server();
        final AsyncEventLog events = new AsyncEventLog(traffic.bed(), server);
        request.run();
        traffic.pair().client().next(what, CompletionStatus.REM_INV_REQ_ERR);
        final boolean isQuiet = traffic.bed().serverPersonality() == Personality.RXE;
        events.expectOnly(isQuiet ? null : AsyncEventType.QP_REQ_ERR, server.queuePair());
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

    @Rule(
            id = "GAP-30",
            text = "As many reads at once as max_dest_rd_atomic are answered, and the next fails with"
                    + " REM_INV_REQ_ERR; soft-RoCE answers that, too",
            source = "InfiniBand 9.7.5.1.4; rxe_resp.c")
    static void rowGAP30(final Testbed bed) {
        final Pair pair = Pair.reading(bed, TOO_MANY_READS, AGREED_READS);
        final Traffic traffic = new Traffic(bed, pair, LONG, Pair.ALL_RIGHTS);
        postReads(traffic, AGREED_READS + 1, SendRequests.SIGNALED);
        for (int i = 0; i < AGREED_READS; i++) {
            pair.client().nextSuccess("RDMA READ");
        }
        final boolean isAnswered = bed.serverPersonality() == Personality.RXE;
        pair.client()
                .next("RDMA READ too many", isAnswered ? CompletionStatus.SUCCESS : CompletionStatus.REM_INV_REQ_ERR);
    }

    @Rule(
            id = "GAP-03",
            text = "LOC_LEN_ERR: a message longer than its Receive fails the Receive, and the send with"
                    + " REM_INV_REQ_ERR; on soft-RoCE with LOC_QP_OP_ERR and REM_OP_ERR, as if the Receive"
                    + " were malformed",
            source = "InfiniBand 9.9")
    static void rowGAP03(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        traffic.postReceive(63);
        traffic.postSend();
        final boolean isSoftRoce = bed.serverPersonality() == Personality.RXE;
        final int there = isSoftRoce ? CompletionStatus.REM_OP_ERR : CompletionStatus.REM_INV_REQ_ERR;
        pair.client().next("SEND", there);
        final int here = isSoftRoce ? CompletionStatus.LOC_QP_OP_ERR : CompletionStatus.LOC_LEN_ERR;
        pair.server().next("Receive", here);
    }

    @Rule(
            id = "GAP-04",
            text = "MW_BIND_ERR: a bind that the region does not allow completes so, and the queue pair is in error",
            source = "rxe_mw.c")
    static void rowGAP04(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.connected(bed);
        final Endpoint server = pair.server();
        final TestBuffer buffer = server.buffer(64);
        final ExtendedMemoryRegion closed = bed.own(buffer.register(server.domain(), Access.LOCAL_WRITE));
        final ExtendedMemoryRegion readOnly = bed.own(buffer.register(server.domain(), Access.MW_BIND));
        final ExtendedMemoryRegion open =
                bed.own(buffer.register(server.domain(), Access.LOCAL_WRITE | Access.MW_BIND));
        for (final int type : new int[] {MemoryWindow.TYPE_1, MemoryWindow.TYPE_2}) {
            final BoundWindow window = new BoundWindow(bed, server, type);
            expectBindError("region without MW_BIND", pair, window, closed, 64, Access.REMOTE_READ);
            expectBindError("writing of what is not writable", pair, window, readOnly, 64, Access.REMOTE_WRITE);
            expectBindError("range that leaves the region", pair, window, open, 65, Access.REMOTE_READ);
        }
        final BoundWindow bound = new BoundWindow(bed, server, MemoryWindow.TYPE_2);
        bound.bind(open, Access.REMOTE_READ);
        expectBindError("window of type 2 that is bound", pair, bound, open, 64, Access.REMOTE_READ);
    }

    private static void expectBindError(
            final String what,
            final Pair pair,
            final BoundWindow window,
            final ExtendedMemoryRegion region,
            final int length,
            final int access) {
        window.post(region, region.iova(), length, access);
        pair.server().next(what, CompletionStatus.MW_BIND_ERR);
        pair.server().expectState(QueuePairState.ERR);
        pair.restate();
    }

    @Rule(
            id = "GAP-05",
            text = "RNR_RETRY_EXC_ERR: a send without a Receive is tried rnr_retry times; where that is 7, until"
                    + " there is one",
            source = "InfiniBand 9.7.5.2.8")
    static void rowGAP05(final Testbed bed) {
        final Pair pair = Pair.retrying(bed, 2);
        new Traffic(bed, pair, 64).postSend();
        pair.client().next("SEND", CompletionStatus.RNR_RETRY_EXC_ERR);
        final Pair endless = Pair.retrying(bed, 7);
        final Traffic traffic = new Traffic(bed, endless, 64);
        traffic.postSend();
        endless.client().expectNone();
        traffic.postReceive();
        endless.client().nextSuccess("SEND once there is a Receive");
        traffic.server().buffer().expect(Traffic.CLIENT_BYTE);
    }

    @Rule(
            id = "GAP-06",
            text = "WR_FLUSH_ERR: what is posted after an error is flushed; by soft-RoCE, which nothing tells of a"
                    + " Receive, once the queue pair is moved to ERR again",
            source = "InfiniBand 10.3.1")
    static void rowGAP06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        pair.client().moveTo(QueuePairState.ERR);
        pair.server().moveTo(QueuePairState.ERR);
        traffic.postSend();
        traffic.postReceive();
        pair.client().next("SEND", CompletionStatus.WR_FLUSH_ERR);
        if (bed.serverPersonality() == Personality.RXE) {
            pair.server().expectNone();
            pair.server().queuePair().toError();
        }
        pair.server().next("Receive", CompletionStatus.WR_FLUSH_ERR);
    }

    @Rule(
            id = "GAP-22",
            text = "What is outstanding is flushed in the order it was posted, after what was done",
            source = "InfiniBand 10.3.1")
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
        final Completion failed = pair.client().next("RDMA READ", CompletionStatus.REM_ACCESS_ERR);
        Expect.equal("first to fail", 2L, failed.wrId());
        for (long i = 3; i < LAST; i++) {
            final Completion flushed = pair.client().next("SEND", CompletionStatus.WR_FLUSH_ERR);
            Expect.equal("next to be flushed", i, flushed.wrId());
        }
        pair.server().nextSuccess("Receive");
    }
}
