// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.List;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;

/** The rules for queue pairs and their states. */
public final class QueuePairRows {
    private static final int READ_ATOMICS = 12;
    private static final int QKEY = 0x2222;

    private QueuePairRows() {}

    @Rule(id = "QP-01", source = "rdma-core tests/test_qp.py: test_create_{rc,uc,ud}_qp[_ex]_{no,with}_attr")
    static void rowQP01(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        for (final QueuePairType type : types(bed)) {
            pair.use(type);
            pair.client().expectState(QueuePairState.RESET);
            pair.toInit(pair.client());
            pair.client().expectState(QueuePairState.INIT);
            if (type == QueuePairType.UD) {
                pair.toInit(pair.server());
                pair.fromInitToSend();
                pair.client().expectState(QueuePairState.RTS);
            }
        }
    }

    @Rule(
            id = "QP-02",
            source = "rdma-core tests/test_qp.py:"
                    + " test_create_raw_qp_ex_with_illegal_caps_max_{send_wr,send_sge,recv_sge,recv_wr}")
    static void rowQP02(final Testbed bed) {
        final DeviceAttributes limits = bed.client().attributes();
        final int wr = limits.maxQpWr() + 1;
        final int sge = limits.maxSge() + 1;
        for (final QueuePairType type : types(bed)) {
            refuse(bed, type, new QueuePairCapabilities(wr, 1, 1, 1, 0));
            refuse(bed, type, new QueuePairCapabilities(1, wr, 1, 1, 0));
            refuse(bed, type, new QueuePairCapabilities(1, 1, sge, 1, 0));
            refuse(bed, type, new QueuePairCapabilities(1, 1, 1, sge, 0));
        }
    }

    @Rule(id = "QP-03", source = "rdma-core tests/test_qp.py: test_query_{rc,uc,ud}_qp")
    static void rowQP03(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        for (final QueuePairType type : types(bed)) {
            pair.use(type);
            final QueuePair queuePair = pair.client().queuePair();
            final QueuePairCapabilities asked = pair.client().attributes().capabilities();
            final QueuePairCapabilities granted = queuePair.capabilities();
            Expect.equal("state", QueuePairState.RESET, queuePair.query().state());
            Expect.equal("type", type, queuePair.type());
            Expect.atLeast("max_send_wr", asked.maxSendWr(), granted.maxSendWr());
            Expect.atLeast("max_recv_wr", asked.maxReceiveWr(), granted.maxReceiveWr());
            Expect.atLeast("max_send_sge", asked.maxSendSge(), granted.maxSendSge());
            Expect.atLeast("max_recv_sge", asked.maxReceiveSge(), granted.maxReceiveSge());
            Expect.atLeast("max_inline_data", asked.maxInlineData(), granted.maxInlineData());
        }
    }

    @Rule(id = "QP-04", source = "rdma-core tests/test_qp.py: test_modify_ud_qp")
    static void rowQP04(final Testbed bed) {
        bed.require(DeviceCapability.UD);
        final Pair pair = Pair.ofDatagrams(bed);
        final QueuePair queuePair = pair.client().queuePair();
        queuePair.modify(new QueuePairParameters().set(QueuePairParameter.QKEY, QKEY));
        final QueuePairParameters found = queuePair.query();
        Expect.equal("state", QueuePairState.RTS, found.state());
        Expect.equal("qkey", QKEY, found.get(QueuePairParameter.QKEY));
        Expect.equal("sq_psn", Pair.CLIENT_PSN, found.get(QueuePairParameter.SEND_PSN));
        queuePair.modify(new QueuePairParameters().state(QueuePairState.RESET));
        Expect.equal("state", QueuePairState.RESET, queuePair.query().state());
    }

    @Rule(id = "QP-05", source = "rdma-core tests/test_qp.py: test_modify_rc_qp_rd_atomic")
    static void rowQP05(final Testbed bed) {
        final Pair pair = Pair.reading(bed, READ_ATOMICS, READ_ATOMICS);
        final QueuePairParameters found = pair.client().queuePair().query();
        Expect.atLeast("max_rd_atomic", READ_ATOMICS, found.get(QueuePairParameter.MAX_READ_ATOMIC));
        Expect.atLeast("max_dest_rd_atomic", READ_ATOMICS, found.get(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC));
    }

    @Rule(
            id = "GAP-31",
            source = "rdma-core providers/mlx5/verbs.c: mlx5_modify_qp, mlx5_destroy_qp; providers/rxe/rxe.c")
    static void rowGAP31(final Testbed bed) {
        final boolean staysBehind = bed.personality() != Personality.MLX5;
        final Pair reset = Pair.connected(bed);
        completeSend(bed, reset);
        reset.client().moveTo(QueuePairState.RESET);
        expectCompletion(reset, staysBehind);
        final Pair destroyed = Pair.connected(bed);
        completeSend(bed, destroyed);
        bed.giveBack(destroyed.client().queuePair());
        expectCompletion(destroyed, staysBehind);
    }

    private static void completeSend(final Testbed bed, final Pair pair) {
        final Traffic traffic = new Traffic(bed, pair, 64);
        traffic.postReceive();
        traffic.postSend();
        pair.server().nextSuccess("Receive");
        bed.settle();
    }

    private static void expectCompletion(final Pair pair, final boolean isThere) {
        if (isThere) {
            pair.client().nextSuccess("SEND");
        }
        pair.client().expectNone();
    }

    private static List<QueuePairType> types(final Testbed bed) {
        bed.require(DeviceCapability.UC);
        bed.require(DeviceCapability.UD);
        return List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD);
    }

    private static void refuse(final Testbed bed, final QueuePairType type, final QueuePairCapabilities sizes) {
        final Endpoint side = Endpoint.ofClient(bed);
        Expect.fails(
                "queue pair of " + sizes,
                Errno.EINVAL,
                () -> side.use(side.domain()
                        .createQueuePair(side.attributes().withType(type).withCapabilities(sizes))));
    }
}
