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

/** Traffic over on-demand memory whose pages are taken away before every message. */
public final class OnDemandRows {
    private OnDemandRows() {}

    @Rule(
            id = "OD-01",
            text = "100 SEND/RECV iterations with forced faults, data valid (needs rc caps SEND; RECV)",
            source = "rdma-core tests/test_odp.py: test_odp_rc_traffic")
    static void rowOD01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-02",
            text = "2-SGE WRs mixing an ODP lkey and a pinned lkey",
            source = "rdma-core tests/test_odp.py: test_odp_rc_mixed_mr")
    static void rowOD02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "OD-03", text = "cap WRITE", source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_write")
    static void rowOD03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "OD-04", text = "cap READ", source = "rdma-core tests/test_odp.py: test_odp_rc_rdma_read")
    static void rowOD04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-05",
            text = "cap ATOMIC; hit + miss",
            source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_cmp_and_swp")
    static void rowOD05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "OD-06", text = "cap ATOMIC", source = "rdma-core tests/test_odp.py: test_odp_rc_atomic_fetch_and_add")
    static void rowOD06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-07",
            text = "reg_mr(NULL, SIZE_MAX, ON_DEMAND); cap IMPLICIT",
            source = "rdma-core tests/test_odp.py: test_odp_implicit_rc_traffic")
    static void rowOD07(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-08",
            text = "send from ODP MR; recv in pinned MR (ud caps: SEND only; RECV is not assumed)",
            source = "rdma-core tests/test_odp.py: test_odp_ud_traffic")
    static void rowOD08(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-09",
            text = "SRQ receive on ODP (cap SRQ_RECV)",
            source = "rdma-core tests/test_odp.py: test_odp_xrc_traffic")
    static void rowOD09(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-10",
            text = "ON_DEMAND+HUGETLB on pyverbs-allocated 2 MB page",
            source = "rdma-core tests/test_odp.py: test_odp_rc_huge_traffic")
    static void rowOD10(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-11",
            text = "same on user mmap",
            source = "rdma-core tests/test_odp.py: test_odp_rc_huge_user_addr_traffic")
    static void rowOD11(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-18",
            text = "cap ATOMIC_WRITE",
            source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_atomic_write")
    static void rowOD18(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "OD-19", text = "cap FLUSH", source = "rdma-core tests/test_odp.py: test_odp_qp_ex_rc_flush")
    static void rowOD19(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-20..23",
            text = "MREx variants",
            source = "rdma-core tests/test_odp.py: test_mrex_odp_rc_traffic, _huge, _implicit_, " + "_qp_ex_rc_flush")
    static void rowOD20_23(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "OD-24",
            text = "indirect mkey (KLM list) over an ODP MR",
            source = "rdma-core tests: test_mlx5_mkey.test_odp_mkey_list_new_api")
    static void rowOD24(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
