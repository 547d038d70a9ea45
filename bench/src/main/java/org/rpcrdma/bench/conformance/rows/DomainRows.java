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
import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;

/** Protection domains. */
public final class DomainRows {
    private static final int CYCLES = 200;

    private DomainRows() {}

    @Rule(
            id = "PD-01..04",
            text = "Domains are allocated and deallocated again and again; a closed one is not closed twice",
            source = "rdma-core tests/test_pd.py: test_pd.*")
    static void rowPD01_04(final Testbed bed) {
        final Device device = bed.client();
        for (int i = 0; i < CYCLES; i++) {
            device.allocateProtectionDomain().close();
        }
        final ProtectionDomain domain = device.allocateProtectionDomain();
        domain.close();
        Expect.fails("closing a closed domain", Errno.EINVAL, domain::close);
    }

    @Rule(
            id = "PD-05",
            text = "import ctx(cmd_fd)+PD+MR by handle; imported MR.addr==NULL but same lkey/rkey; "
                    + "RDMA_WRITE ok; unimport MR, PD",
            source = "rdma-core tests/test_pd.py: test_shared_pd.test_imported_rc_ex_rdma_write")
    static void rowPD05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "PD-06..11",
            text = "parent PD with/without allocators interchangeable with PD; alloc callbacks used for "
                    + "QP/CQ/SRQ buffers",
            source = "rdma-core tests/test_pd.py: test_parent_domain.* (6)")
    static void rowPD06_11(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
