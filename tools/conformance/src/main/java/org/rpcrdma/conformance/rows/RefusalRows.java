// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.function.BiConsumer;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** The rules for rejected posts. */
public final class RefusalRows {
    /** The length of a Receive, in bytes. */
    private static final int LENGTH = 1000;
    /** The retry count for sends that find no Receive; 7 means infinite. */
    private static final int FOR_EVER = 7;

    private RefusalRows() {}

    @Rule(id = "PX-06", source = "rdma-core tests/test_qpex.py: test_post_receive_qp_state_bad_flow")
    static void rowPX06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        pair.server().moveTo(QueuePairState.RESET);
        Expect.fails("Receive in RESET", Errno.EINVAL, traffic::postReceive);
    }

    @Rule(id = "PX-07", source = "rdma-core tests/test_qpex.py: test_post_send_qp_state_bad_flow")
    static void rowPX07(final Testbed bed) {
        final Errno errno = bed.personality() == Personality.MLX5 ? Errno.ENOMEM : Errno.EINVAL;
        expectRefusedInReset(bed, errno, QueuePair::postSend);
    }

    private static void expectRefusedInReset(
            final Testbed bed, final Errno errno, final BiConsumer<QueuePair, SendRequests> posting) {
        final Endpoint client = Pair.connected(bed).client();
        client.moveTo(QueuePairState.RESET);
        final SendRequests sends = client.device().newSendRequests(1, 1);
        sends.send(1, SendRequests.SIGNALED);
        Expect.fails("send in RESET", errno, () -> posting.accept(client.queuePair(), sends));
    }

    @Rule(id = "PX-14", source = "rdma-core tests/test_qpex.py: test_post_send_qp_state_bad_flow")
    static void rowPX14(final Testbed bed) {
        bed.require(DeviceCapability.POST_ALL_OR_NONE);
        expectRefusedInReset(bed, Errno.EINVAL, QueuePair::postSendOrNone);
    }

    @Rule(id = "PX-08", source = "rdma-core tests/test_qpex.py: test_full_rq_bad_flow")
    static void rowPX08(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        final int most = pair.server().queuePair().capabilities().maxReceiveWr();
        for (int i = 0; i < most; i++) {
            traffic.postReceive();
        }
        Expect.fails("Receive beyond the limit", Errno.ENOMEM, traffic::postReceive);
    }

    @Rule(id = "PX-09", source = "rdma-core tests/test_qpex.py: test_rq_with_larger_sgl_bad_flow")
    static void rowPX09(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Endpoint server = pair.server();
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        final int most = server.queuePair().capabilities().maxReceiveSge();
        final ReceiveRequests receives = server.device().newReceiveRequests(1, most + 1);
        receives.receive(1);
        for (int i = 0; i <= most; i++) {
            receives.sge(
                    traffic.server().buffer().address(), 1, traffic.server().lkey());
        }
        Expect.fails(
                "element beyond the limit",
                Errno.EINVAL,
                () -> server.queuePair().postReceive(receives));
    }

    @Rule(id = "PX-10", source = "rdma-core tests/test_qpex.py: efa test_full_sq_bad_flow")
    static void rowPX10(final Testbed bed) {
        final Pair pair = Pair.retrying(bed, FOR_EVER); // otherwise the first may fail before the last is posted
        final Traffic traffic = new Traffic(bed, pair, 64);
        final int most = pair.client().queuePair().capabilities().maxSendWr();
        for (int i = 0; i < most; i++) {
            traffic.postSend();
        }
        Expect.fails("send beyond the limit", Errno.ENOMEM, traffic::postSend);
    }
}
