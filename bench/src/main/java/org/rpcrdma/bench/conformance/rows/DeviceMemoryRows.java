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

/** Memory on the device. */
public final class DeviceMemoryRows {
    private DeviceMemoryRows() {}

    @Rule(
            id = "DM-01",
            text = "DMMR 10/50/100 % of DM, ZERO_BASED required",
            source = "rdma-core tests/test_mr.py: test_mr.test_create_dm_mr")
    static void rowDM01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "DM-02",
            text = "copy with offset/len not multiple of 4, or beyond gives fail both directions",
            source = "rdma-core tests/test_mr.py: test_dm_bad_access")
    static void rowDM02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "DM-03", text = "len > DM gives fail", source = "rdma-core tests/test_mr.py: test_dm_bad_registration")
    static void rowDM03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "DM-04",
            text = "success with MLX5_SCATTER_TO_CQE=0 (zero-based addr + inline-recv is incompatible)",
            source =
                    "rdma-core tests/test_mr.py: "
                            + "test_dm_traffic/_remote_traffic/_remote_write_traffic_imm/_remote_read/_atomic_{fetch_add,cmp_swp}")
    static void rowDM04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "DM-05",
            text = "as named",
            source = "rdma-core tests/test_mr.py: test_device.DMTest (create, destroy, >max fails, bad "
                    + "comp_mask fails, double free OK, write, misaligned write fails, read back, 5 processes, "
                    + "import)")
    static void rowDM05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
