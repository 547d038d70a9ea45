/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.conformance.rows;

import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.bench.conformance.Pair;
import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.Traffic;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;

/** What can be posted, and what comes of it. */
public final class PostingRows {
    private PostingRows() {}

    @Rule(
            id = "PX-01",
            text = "data OK; *_IMM: recv wc has IBV_WC_WITH_IMM and imm_data==htonl(1234); RDMA_WRITE w/o "
                    + "imm consumes no recv WR",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write / _read / _send / _send_imm / "
                    + "_write_imm")
    static void rowPX01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-02",
            text = "zero-length ops succeed (rxe: zero-byte op needs no valid addr/rkey [K])",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_rdma_write_zero_size, _read_zero_size, "
                    + "test_qp_ex_ud_zero_size")
    static void rowPX02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-03",
            text = "success",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_atomic_cmp_swp / _fetch_add / _atomic_write")
    static void rowPX03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-04",
            text = "FLUSH(range) and FLUSH(MR level, arbitrary length ignored) SUCCESS on MR FLUSH_GLOBAL",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush")
    static void rowPX04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-05",
            text = "FLUSH_PERSISTENT on MR without it gives exactly REM_ACCESS_ERR",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_rc_flush_type_violate")
    static void rowPX05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-06",
            text = "A Receive posted in RESET is refused with EINVAL",
            source = "rdma-core tests/test_qpex.py: test_post_receive_qp_state_bad_flow")
    static void rowPX06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        pair.server().queuePair().modify(new QueuePairParameters().state(QueuePairState.RESET));
        Expect.fails("Receive in RESET", Errno.EINVAL, traffic::postReceive);
    }

    @Rule(
            id = "PX-07",
            text = "RESET then wr_complete gives exactly EINVAL",
            source = "rdma-core tests/test_qpex.py: test_post_send_qp_state_bad_flow")
    static void rowPX07(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-08",
            text = "One Receive more than the queue pair was granted is refused with ENOMEM",
            source = "rdma-core tests/test_qpex.py: test_full_rq_bad_flow")
    static void rowPX08(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        final int most = pair.server().queuePair().capabilities().maxReceiveWr();
        for (int i = 0; i < most; i++) {
            traffic.postReceive();
        }
        Expect.fails("one Receive too many", Errno.ENOMEM, traffic::postReceive);
    }

    @Rule(
            id = "PX-09",
            text = "max_recv_sge+1 SGEs gives exactly EINVAL",
            source = "rdma-core tests/test_qpex.py: test_rq_with_larger_sgl_bad_flow")
    static void rowPX09(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PX-10",
            text = "One send more than the queue pair was granted is refused with ENOMEM",
            source = "rdma-core tests/test_qpex.py: efa test_full_sq_bad_flow")
    static void rowPX10(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64);
        final int most = pair.client().queuePair().capabilities().maxSendWr();
        for (int i = 0; i < most; i++) {
            traffic.postSend();
        }
        Expect.fails("one send too many", Errno.ENOMEM, traffic::postSend);
    }

    @Rule(
            id = "PX-11",
            text = "success",
            source = "rdma-core tests/test_qpex.py: test_qp_ex_xrc_send / _imm, ud_send / _imm")
    static void rowPX11(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
