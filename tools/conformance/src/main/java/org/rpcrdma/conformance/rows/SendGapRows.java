// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import static org.rpcrdma.conformance.runner.Pair.QKEY;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.verbs.AsyncEventType.SQ_DRAINED;
import static org.rpcrdma.verbs.CompletionStatus.LOC_LEN_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_QP_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;
import static org.rpcrdma.verbs.QueuePairParameter.SQ_DRAINED_NOTIFICATION;
import static org.rpcrdma.verbs.QueuePairState.ERR;
import static org.rpcrdma.verbs.QueuePairState.RTS;
import static org.rpcrdma.verbs.QueuePairState.SQD;

import org.rpcrdma.conformance.runner.AsyncEventLog;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.QueuePairParameters;

/** Additional rules for oversized datagrams and for waiting sends. rdma-core's tests do not cover these rules. */
public final class SendGapRows {
    private static final int LENGTH = 64;

    /** A length that exceeds the largest MTU by one byte. */
    private static final int TOO_LONG = 4097;

    private SendGapRows() {}

    @Rule(id = "GAP-25", source = "InfiniBand C10-93.1.1; rxe_req.c")
    static void rowGAP25(final Testbed bed) {
        final Datagrams datagrams = Datagrams.of(bed, TOO_LONG);
        final boolean isSoftRoce = bed.personality() == RXE;
        datagrams.postReceive();
        datagrams.send().next("datagram", isSoftRoce ? SUCCESS : LOC_LEN_ERR);
        datagrams.server().expectNone();
        datagrams.expectNothing();
        if (isSoftRoce) {
            datagrams.send(LENGTH, QKEY).nextSuccess("shorter datagram that follows");
            datagrams.server().nextSuccess("Receive");
        }
    }

    @Rule(id = "GAP-26", source = "rxe_resp.c")
    static void rowGAP26(final Testbed bed) {
        final Datagrams datagrams = Datagrams.of(bed, LENGTH);
        datagrams.postReceive(LENGTH - 1);
        datagrams.send().nextSuccess("datagram");
        if (bed.serverPersonality() == RXE) {
            datagrams.server().next("Receive", LOC_QP_OP_ERR);
            datagrams.server().expectState(ERR);
            return;
        }
        datagrams.server().expectNone();
        datagrams.send(LENGTH - 1, QKEY).nextSuccess("datagram that fits");
        datagrams.expectReceived(LENGTH - 1);
    }

    @Rule(id = "GAP-27", source = "ibv_modify_qp(3); rxe_req.c, rxe_qp.c")
    static void rowGAP27(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Endpoint client = pair.client();
        final AsyncEventLog log = new AsyncEventLog(bed, client);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        traffic.postReceive();
        traffic.postReceive();
        client.queuePair().modify(new QueuePairParameters().state(SQD).set(SQ_DRAINED_NOTIFICATION, 1));
        Expect.equal("events", 1, log.count(SQ_DRAINED, client.queuePair()));
        traffic.postSend();
        client.expectNone();
        client.moveTo(RTS);
        if (bed.personality() == RXE) {
            client.expectNone();
        } else {
            client.nextSuccess("SEND posted in SQD");
        }
        traffic.postSend();
        client.nextSuccess("SEND posted in RTS or earlier");
        if (bed.personality() == RXE) {
            client.nextSuccess("SEND posted in RTS");
        }
        pair.server().nextSuccess("first Receive");
        pair.server().nextSuccess("second Receive");
    }
}
