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

import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;

/** Indirect memory keys. */
public final class IndirectKeyRows {
    private IndirectKeyRows() {}

    @Rule(
            id = "UM-01",
            text = "wr_mr_list gives wc SUCCESS; scattered data exact; LOCAL_INV(mkey.lkey) wc SUCCESS",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list")
    static void rowUM01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-02",
            text = "wr_mkey_configure(2 setters: access, layout_list)",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_new_api")
    static void rowUM02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-03",
            text = "repeat 3, two entries 8B+skip 2; strided header consumes 1 entry",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved")
    static void rowUM03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "UM-04", text = "same", source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_interleaved_new_api")
    static void rowUM04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-05",
            text = "100-byte SGE on a 16-byte mkey; any err (LOC_PROT_ERR requester-side)",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_list_bad_flow")
    static void rowUM05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-06",
            text = "mkey created with REMOTE_INVALIDATE; peer wr_send_inv(rkey) SUCCESS; subsequent traffic "
                    + "any err",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_remote_invalidate")
    static void rowUM06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "UM-07", text = "see OD-24", source = "rdma-core tests/test_mlx5_mkey.py: test_odp_mkey_list_new_api")
    static void rowUM07(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-08..10",
            text = "signature; sig_err: transfer wc is SUCCESS, error only via mkey_check gives BAD_GUARD; "
                    + "mkey must be re-registered after each error",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_sig_t10dif / _sig_crc / _sig_err")
    static void rowUM08_10(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "UM-11/12",
            text = "bad: QP to SQD, IBV_EVENT_SQ_DRAINED, no CQE either side, "
                    + "cancel_posted_send_wrs(wr_id)==1, SQD to RTS resumes",
            source = "rdma-core tests/test_mlx5_mkey.py: test_mkey_sig_pipelining_good/_bad")
    static void rowUM11_12(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
