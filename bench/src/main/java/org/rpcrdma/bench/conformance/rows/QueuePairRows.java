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
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairType;

/** Queue pairs and their states. */
public final class QueuePairRows {
    private static final int READ_ATOMICS = 12;

    private QueuePairRows() {}

    @Rule(
            id = "QP-01",
            text = "no attr gives RESET; with attr: RC/UC gives INIT, UD/raw gives RTS",
            source = "rdma-core tests: test_qp.test_create_{rc,uc,ud,raw}_qp[_ex]_{no,with}_attr (16)")
    static void rowQP01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "QP-02",
            text = "creation fails, errno != 0 (value not pinned; choose EINVAL). Weak test: named raw/_ex, "
                    + "but calls with IBV_QPT_UD and is_ex=False; the callback sets qp_init_attr.max_*",
            source = "rdma-core tests/test_qp.py: "
                    + "test_create_raw_qp_ex_with_illegal_caps_max_{send_wr,send_sge,recv_sge,recv_wr} (4)")
    static void rowQP02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "QP-03",
            text = "state RESET; returned cap >= requested",
            source = "rdma-core tests/test_qp.py: test_query_{rc,uc,ud,raw}_qp")
    static void rowQP03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "QP-04",
            text = "qkey, sq_psn read back; gives RESET",
            source = "rdma-core tests/test_qp.py: test_modify_ud_qp")
    static void rowQP04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "QP-05",
            text = "max_rd_atomic and max_dest_rd_atomic of 12 are granted and read back",
            source = "rdma-core tests/test_qp.py: test_modify_rc_qp_rd_atomic")
    static void rowQP05(final Testbed bed) {
        final Pair pair = Pair.unconnected(bed);
        pair.use(QueuePairType.RC);
        pair.readAtomics(READ_ATOMICS);
        pair.connect();
        final QueuePairParameters found = pair.client().queuePair().query();
        Expect.atLeast("max_rd_atomic", READ_ATOMICS, found.get(QueuePairParameter.MAX_READ_ATOMIC));
        Expect.atLeast("max_dest_rd_atomic", READ_ATOMICS, found.get(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC));
    }

    @Rule(
            id = "QP-06",
            text = "N x REM_ACCESS_ERR gives QP ERR; RESET..RTS recovers; reset_stream_id before threshold "
                    + "avoids ERR",
            source = "rdma-core tests: test_mlx5_dc.test_dc_stream_qp_recovery / _ids_recovery")
    static void rowQP06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
