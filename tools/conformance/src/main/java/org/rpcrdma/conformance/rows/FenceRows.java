// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Completion;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.FastRegistered;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.SendRequests;

/** Fences before an invalidation, which rdma-core's tests do not cover. */
public final class FenceRows {
    private static final int LENGTH = 64;
    private static final long SEND = 1;
    private static final long WRITE = 2;
    private static final long INVALIDATION = 3;
    private static final int FENCED = SendRequests.SIGNALED | SendRequests.FENCE;

    private FenceRows() {}

    @Rule(
            id = "GAP-28",
            text = "LOCAL_INV with FENCE waits until the SENDs and RDMA WRITEs before it are done: they may use the"
                    + " key",
            source = "InfiniBand 10.6.5.1; rxe_req.c")
    static void rowGAP28(final Testbed bed) {
        if (bed.has(DeviceCapability.FAST_REGISTER)) {
            expectMemoryKept(bed);
        }
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = windowTraffic(bed, pair);
        final int key = postBehindSend(bed, pair, traffic, FENCED);
        traffic.write(pair.server(), key).nextSuccess("RDMA WRITE through the window before the SEND is done");
        expectSendThenInvalidation(pair, traffic);
        expectClosed(pair, traffic, key);
    }

    /** The SEND finds no Receive at first, so that it and the RDMA WRITE read the memory again when there is one. */
    private static void expectMemoryKept(final Testbed bed) {
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Pair.ALL_RIGHTS);
        final FastRegistered region = new FastRegistered(bed, pair.client());
        final int key = region.register();
        pair.client().post(sends -> {
            sends.send(SEND, SendRequests.SIGNALED);
            sends.sge(region.iova(), LENGTH, key);
            sends.rdmaWrite(
                    WRITE,
                    SendRequests.SIGNALED,
                    traffic.server().iova(),
                    traffic.server().rkey());
            sends.sge(region.iova(), LENGTH, key);
            sends.localInvalidate(INVALIDATION, FENCED, key);
        });
        pair.client().expectNone();
        traffic.postReceive();
        expectNext(pair, "SEND", SEND);
        expectNext(pair, "RDMA WRITE", WRITE);
        expectNext(pair, "LOCAL_INV", INVALIDATION);
    }

    @Rule(
            id = "GAP-29",
            text = "LOCAL_INV without FENCE does not wait for a SEND before it; on soft-RoCE it does",
            source = "InfiniBand 10.6.5.1; rxe_req.c")
    static void rowGAP29(final Testbed bed) {
        bed.require(DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = windowTraffic(bed, pair);
        final int key = postBehindSend(bed, pair, traffic, SendRequests.SIGNALED);
        if (bed.personality() != Personality.RXE) {
            expectClosed(pair, traffic, key);
            return;
        }
        traffic.write(pair.server(), key).nextSuccess("RDMA WRITE through the window before the SEND is done");
        expectSendThenInvalidation(pair, traffic);
        expectClosed(pair, traffic, key);
    }

    private static Traffic windowTraffic(final Testbed bed, final Pair pair) {
        return new Traffic(bed, pair, LENGTH, Access.LOCAL_WRITE | Access.MW_BIND);
    }

    /** Opens a window of the client's, and invalidates it behind a SEND that finds no Receive. Returns its key. */
    private static int postBehindSend(final Testbed bed, final Pair pair, final Traffic traffic, final int flags) {
        final BoundWindow window = new BoundWindow(bed, pair.client(), MemoryWindow.TYPE_2);
        final int key = window.bind(traffic.client().region(), Access.REMOTE_WRITE);
        traffic.postSend();
        pair.client().post(sends -> sends.localInvalidate(INVALIDATION, flags, key));
        pair.client().expectNone();
        return key;
    }

    private static void expectSendThenInvalidation(final Pair pair, final Traffic traffic) {
        traffic.postReceive();
        expectNext(pair, "SEND", SEND);
        expectNext(pair, "LOCAL_INV", INVALIDATION);
        pair.server().nextSuccess("Receive");
    }

    private static void expectNext(final Pair pair, final String what, final long wrId) {
        final Completion completion = pair.client().nextSuccess(what);
        Expect.equal("wr_id of the " + what, wrId, completion.wrId());
    }

    private static void expectClosed(final Pair pair, final Traffic traffic, final int key) {
        traffic.write(pair.server(), key).next("RDMA WRITE after LOCAL_INV", CompletionStatus.REM_ACCESS_ERR);
    }
}
