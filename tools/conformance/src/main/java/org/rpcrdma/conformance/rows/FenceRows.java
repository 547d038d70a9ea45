// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Pair.ALL_RIGHTS;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.DeviceCapability.FAST_REGISTER;
import static org.rpcrdma.verbs.DeviceCapability.MEMORY_WINDOW_TYPE_2B;
import static org.rpcrdma.verbs.MemoryWindow.TYPE_2;
import static org.rpcrdma.verbs.SendRequests.FENCE;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.FastRegistered;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;

/** The rules for fences before an invalidation. rdma-core's tests do not cover these rules. */
public final class FenceRows {
    private static final int LENGTH = 64;
    private static final long SEND = 1;
    private static final long WRITE = 2;
    private static final long INVALIDATION = 3;
    private static final int FENCED = SIGNALED | FENCE;

    private FenceRows() {}

    @Rule(id = "GAP-28", source = "InfiniBand 10.6.5.1; rxe_req.c")
    static void rowGAP28(final Testbed bed) {
        if (bed.has(FAST_REGISTER)) {
            expectMemoryKept(bed);
        }
        bed.require(MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = windowTraffic(bed, pair);
        final int key = postBehindSend(bed, pair, traffic, FENCED);
        traffic.write(pair.server(), key).nextSuccess("RDMA WRITE through the window before the SEND completes");
        expectSendThenInvalidation(pair, traffic);
        expectClosed(pair, traffic, key);
    }

    /**
     * Expects memory to be unchanged. The SEND initially finds no Receive. When a Receive is posted, the SEND and the
     * RDMA WRITE read the memory again.
     */
    private static void expectMemoryKept(final Testbed bed) {
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, ALL_RIGHTS);
        final FastRegistered region = FastRegistered.of(bed, pair.client());
        final int key = region.register();
        pair.client().post(sends -> {
            sends.send(SEND, SIGNALED);
            sends.sge(region.iova(), LENGTH, key);
            sends.rdmaWrite(
                    WRITE, SIGNALED, traffic.server().iova(), traffic.server().rkey());
            sends.sge(region.iova(), LENGTH, key);
            sends.localInvalidate(INVALIDATION, FENCED, key);
        });
        pair.client().expectNone();
        traffic.postReceive();
        pair.client().expectNext("SEND", SEND);
        pair.client().expectNext("RDMA WRITE", WRITE);
        pair.client().expectNext("LOCAL_INV", INVALIDATION);
    }

    @Rule(id = "GAP-29", source = "InfiniBand 10.6.5.1; rxe_req.c")
    static void rowGAP29(final Testbed bed) {
        bed.require(MEMORY_WINDOW_TYPE_2B);
        final Pair pair = Pair.retrying(bed, 7);
        final Traffic traffic = windowTraffic(bed, pair);
        final int key = postBehindSend(bed, pair, traffic, SIGNALED);
        if (bed.personality() != RXE) {
            expectClosed(pair, traffic, key);
            return;
        }
        traffic.write(pair.server(), key).nextSuccess("RDMA WRITE through the window before the SEND completes");
        expectSendThenInvalidation(pair, traffic);
        expectClosed(pair, traffic, key);
    }

    private static Traffic windowTraffic(final Testbed bed, final Pair pair) {
        return new Traffic(bed, pair, LENGTH, LOCAL_WRITE | MW_BIND);
    }

    /**
     * Opens a client's window, then posts a SEND and an invalidation of the window. The SEND finds no Receive. Returns
     * the window's key.
     */
    private static int postBehindSend(final Testbed bed, final Pair pair, final Traffic traffic, final int flags) {
        final BoundWindow window = new BoundWindow(bed, pair.client(), TYPE_2);
        final int key = window.bind(traffic.client().region(), REMOTE_WRITE);
        traffic.postSend();
        pair.client().post(sends -> sends.localInvalidate(INVALIDATION, flags, key));
        pair.client().expectNone();
        return key;
    }

    private static void expectSendThenInvalidation(final Pair pair, final Traffic traffic) {
        traffic.postReceive();
        pair.client().expectNext("SEND", SEND);
        pair.client().expectNext("LOCAL_INV", INVALIDATION);
        pair.server().nextSuccess("Receive");
    }

    private static void expectClosed(final Pair pair, final Traffic traffic, final int key) {
        traffic.write(pair.server(), key).next("RDMA WRITE after LOCAL_INV", REM_ACCESS_ERR);
    }
}
