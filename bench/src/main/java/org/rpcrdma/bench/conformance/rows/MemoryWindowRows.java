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

/** Memory windows of both types. */
public final class MemoryWindowRows {
    private MemoryWindowRows() {}

    @Rule(
            id = "MW-01",
            text = "MR LOCAL_WRITE+MW_BIND (NO remote access); ibv_bind_mw(LW+RW) signaled; poll; "
                    + "RDMA_WRITE with mw.rkey; BIND wc SUCCESS; 10 writes OK. so remote right comes from MW, "
                    + "not MR",
            source = "rdma-core tests/test_mr.py: test_mw_type1")
    static void rowMW01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "MW-02", text = "same, MREx; same", source = "rdma-core tests/test_mr.py: test_mw_ex_type1")
    static void rowMW02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-03",
            text = "rebind addr=buf, length 0, access 0 gives wc SUCCESS; write with the old rkey; " + "REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_invalidate_mw_type1")
    static void rowMW03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-04",
            text = "post_send IBV_WR_BIND_MW with rkey=ibv_inc_rkey-style new key; wc SUCCESS; write OK "
                    + "with WR.rkey (not mw.rkey)",
            source = "rdma-core tests/test_mr.py: test_mw_type2")
    static void rowMW04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-05",
            text = "IBV_WR_LOCAL_INV of the bound rkey on the QP that bound it; inv wc SUCCESS; then write "
                    + "REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_local")
    static void rowMW05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-06",
            text = "peer posts zero-SGE IBV_WR_SEND_WITH_INV(rkey); recv WR posted; 2 send wc + 2 recv wc "
                    + "SUCCESS; then write REM_ACCESS_ERR (test does NOT check IBV_WC_WITH_INV / "
                    + "invalidated_rkey: sim should)",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_remote")
    static void rowMW06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-07",
            text = "ibv_dealloc_mw while bound; dealloc ok; then write REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_mw_type2_invalidate_dealloc")
    static void rowMW07(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-08",
            text = "alloc_mw(type 3); must fail (EINVAL [K]; EOPNOTSUPP gives skip)",
            source = "rdma-core tests/test_mr.py: test_reg_mw_wrong_type")
    static void rowMW08(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MW-09",
            text = "MR has LW+RW+MW_BIND, MW type 2 bound with LOCAL_WRITE only, new_key=inc_rkey(mw.rkey); "
                    + "peer RDMA_WRITE via new_key; bind wc SUCCESS; write status exactly IBV_WC_REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_qpex.test_qp_ex_rc_bind_mw")
    static void rowMW09(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
