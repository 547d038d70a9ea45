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

/** Atomic operations. */
public final class AtomicRows {
    private AtomicRows() {}

    @Rule(
            id = "AT-01",
            text = "CAS hit and miss; sender buffer gets the ORIGINAL value; remote gets swap only when " + "equal",
            source = "rdma-core tests/test_atomic.py: test_atomic_cmp_and_swap")
    static void rowAT01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-02",
            text = "remote += add; sender gets original",
            source = "rdma-core tests/test_atomic.py: test_atomic_fetch_and_add")
    static void rowAT02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-03/04",
            text = "same on XRC",
            source = "rdma-core tests/test_atomic.py: test_xrc_atomic_{fetch_and_add,cmp_and_swap}")
    static void rowAT03_04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-05",
            text = "QP access LOCAL_WRITE only; any err (REM_INV_REQ_ERR: rxe UNSUPPORTED_OPCODE to NAK "
                    + "invalid request [K])",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_qp_access")
    static void rowAT05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-06",
            text = "MR LOCAL_WRITE only; any err (REM_ACCESS_ERR)",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_mr_access")
    static void rowAT06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-07",
            text = "raddr+1 ; any err (wire: REM_INV_REQ_ERR; rxe userspace rejects post with EINVAL: "
                    + "remote_addr&7 [S])",
            source = "rdma-core tests/test_atomic.py: test_atomic_non_aligned_addr")
    static void rowAT07(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-08",
            text = "local lkey+1; any err (LOC_PROT_ERR)",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_lkey")
    static void rowAT08(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "AT-09",
            text = "rkey+1; any err (REM_ACCESS_ERR) so tag byte must be compared",
            source = "rdma-core tests/test_atomic.py: test_atomic_invalid_rkey")
    static void rowAT09(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
