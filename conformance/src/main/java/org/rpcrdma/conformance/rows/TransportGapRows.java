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
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
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
        final Pair noRights = Pair.connected(bed, Access.LOCAL_WRITE);
        final Traffic traffic = new Traffic(bed, noRights, 64, Pair.ALL_RIGHTS);
        final AsyncEvents events = new AsyncEvents(noRights.server());
        traffic.write(noRights.client(), traffic.serverRegion().rkey());
        expectInvalidRequest(bed, "RDMA WRITE", noRights, events);
        traffic.serverBuffer().expect(Traffic.SERVER_BYTE);
        final Pair noReads = Pair.connected(bed, Pair.ALL_RIGHTS & ~Access.REMOTE_READ);
        final Traffic noReadTraffic = new Traffic(bed, noReads, 64, Pair.ALL_RIGHTS);
        final AsyncEvents noReadEvents = new AsyncEvents(noReads.server());
        noReadTraffic.read(noReadTraffic.serverRegion().rkey());
        expectInvalidRequest(bed, "RDMA READ", noReads, noReadEvents);
        noReadTraffic.clientBuffer().expect(Traffic.CLIENT_BYTE);
        final Pair fewReads = Pair.unconnected(bed);
        fewReads.use(QueuePairType.RC);
        fewReads.readAtomics(TOO_MANY_READS, bed.serverPersonality() == Personality.RXE ? 0 : 1);
        fewReads.connect();
        final Traffic reads = new Traffic(bed, fewReads, 64, Pair.ALL_RIGHTS);
        final AsyncEvents readEvents = new AsyncEvents(fewReads.server());
        final SendRequests sends = fewReads.client().sends();
        for (int i = 0; i < TOO_MANY_READS; i++) {
            sends.rdmaRead(
                    i, 0, reads.serverBuffer().address(), reads.serverRegion().rkey());
            sends.sge(reads.clientBuffer().address(), 64, reads.clientRegion().lkey());
        }
        fewReads.client().post();
        expectInvalidRequest(bed, "one READ too many", fewReads, readEvents);
        bed.require(DeviceCapability.ATOMICS);
        if (bed.personality() != Personality.RXE) { // its driver does not post such
            final Pair pair = Pair.connected(bed);
            final AtomicTraffic atomics = new AtomicTraffic(bed, pair, Pair.ALL_RIGHTS);
            final AsyncEvents atomicEvents = new AsyncEvents(pair.server());
            final int rkey = atomics.remoteRegion().rkey();
            atomics.fetchAndAdd(atomics.address() + 4, rkey, atomics.localKey(), 1);
            expectInvalidRequest(bed, "FETCH_ADD", pair, atomicEvents);
        }
    }

    @Rule(
            id = "GAP-30",
            text = "As many reads at once as max_dest_rd_atomic are answered, and the next fails with"
                    + " REM_INV_REQ_ERR; soft-RoCE answers that, too",
            source = "InfiniBand 9.7.5.1.4; rxe_resp.c")
    static void rowGAP30(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        pair.use(QueuePairType.RC);
        pair.readAtomics(TOO_MANY_READS, AGREED_READS);
        pair.connect();
        final Traffic traffic = new Traffic(bed, pair, LONG, Pair.ALL_RIGHTS);
        final SendRequests sends = pair.client().sends();
        for (int i = 0; i < AGREED_READS + 1; i++) {
            sends.rdmaRead(
                    i,
                    SendRequests.SIGNALED,
                    traffic.serverRegion().iova(),
                    traffic.serverRegion().rkey());
            sends.sge(
                    traffic.clientRegion().iova(), LONG, traffic.clientRegion().lkey());
        }
        pair.client().post();
        for (int i = 0; i < AGREED_READS; i++) {
            pair.client().nextSuccess("RDMA READ");
        }
        final boolean isAnswered = bed.serverPersonality() == Personality.RXE;
        final int status = isAnswered ? CompletionStatus.SUCCESS : CompletionStatus.REM_INV_REQ_ERR;
        Expect.status("RDMA READ too many", status, pair.client().next());
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
        Expect.status("SEND", there, pair.client().next());
        final int here = isSoftRoce ? CompletionStatus.LOC_QP_OP_ERR : CompletionStatus.LOC_LEN_ERR;
        Expect.status("Receive", here, pair.server().next());
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
        Expect.status(what, CompletionStatus.MW_BIND_ERR, pair.server().next());
        Expect.equal("state", QueuePairState.ERR, pair.server().queuePair().state());
        pair.restate();
    }

    @Rule(
            id = "GAP-05",
            text = "RNR_RETRY_EXC_ERR: a send without a Receive is tried rnr_retry times; where that is 7, until"
                    + " there is one",
            source = "InfiniBand 9.7.5.2.8")
    static void rowGAP05(final Testbed bed) {
        final Pair pair = retrying(bed, 2);
        new Traffic(bed, pair, 64).postSend();
        Expect.status("SEND", CompletionStatus.RNR_RETRY_EXC_ERR, pair.client().next());
        final Pair endless = retrying(bed, 7);
        final Traffic traffic = new Traffic(bed, endless, 64);
        traffic.postSend();
        endless.client().expectNone();
        traffic.postReceive();
        endless.client().nextSuccess("SEND once there is a Receive");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
    }

    private static Pair retrying(final Testbed bed, final int rnrRetries) {
        final Pair pair = Pair.unconnected(bed);
        pair.use(QueuePairType.RC);
        pair.rnrRetries(rnrRetries);
        pair.connect();
        return pair;
    }

    @Rule(
            id = "GAP-06",
            text = "WR_FLUSH_ERR: what is posted after an error is flushed; by soft-RoCE, which nothing tells of a"
                    + " Receive, once the queue pair is moved to ERR again",
            source = "InfiniBand 10.3.1")
    static void rowGAP06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        pair.client().queuePair().modify(new QueuePairParameters().state(QueuePairState.ERR));
        pair.server().queuePair().modify(new QueuePairParameters().state(QueuePairState.ERR));
        traffic.postSend();
        traffic.postReceive();
        Expect.status("SEND", CompletionStatus.WR_FLUSH_ERR, pair.client().next());
        if (bed.serverPersonality() == Personality.RXE) {
            pair.server().expectNone();
            pair.server().queuePair().toError();
        }
        Expect.status("Receive", CompletionStatus.WR_FLUSH_ERR, pair.server().next());
    }

    @Rule(
            id = "GAP-22",
            text = "What is outstanding is flushed in the order it was posted, after what was done",
            source = "InfiniBand 10.3.1")
    static void rowGAP22(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        traffic.postReceive();
        final SendRequests sends = pair.client().sends();
        sends.send(1, 0);
        sends.sge(traffic.clientBuffer().address(), 64, traffic.clientRegion().lkey());
        sends.rdmaRead(
                2,
                0,
                traffic.serverBuffer().address(),
                RemoteKey.increment(traffic.serverRegion().rkey()));
        sends.sge(traffic.clientBuffer().address(), 64, traffic.clientRegion().lkey());
        for (int i = 3; i < LAST; i++) {
            sends.send(i, 0);
        }
        pair.client().post();
        final Completion failed = pair.client().next();
        Expect.equal("first to fail", 2L, failed.wrId());
        Expect.status("RDMA READ", CompletionStatus.REM_ACCESS_ERR, failed);
        for (long i = 3; i < LAST; i++) {
            final Completion flushed = pair.client().next();
            Expect.equal("next to be flushed", i, flushed.wrId());
            Expect.status("SEND", CompletionStatus.WR_FLUSH_ERR, flushed);
        }
        pair.server().nextSuccess("Receive");
    }

    private static void expectInvalidRequest(
            final Testbed bed, final String what, final Pair pair, final AsyncEvents events) {
        Expect.status(what, CompletionStatus.REM_INV_REQ_ERR, pair.client().next());
        bed.settle();
        if (bed.serverPersonality() == Personality.RXE) {
            events.expectNone();
        } else {
            events.expectOne(AsyncEventType.QP_REQ_ERR, pair.server().queuePair());
        }
    }
}
