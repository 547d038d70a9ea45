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

/** Buffers of a domain. */
public final class BufferRows {
    private BufferRows() {}

    @Rule(
            id = "BF-01",
            text = "two MRs over disjoint sub-ranges of ONE buffer: distinct lkeys; mr.addr = buf+off; data "
                    + "independent gives direct analogue of the arena",
            source = "rdma-core tests/test_buf.py: "
                    + "test_buf.test_multiple_mrs_one_buf_{plain_pd_reg_buf_mr,plain_pd_reg_mr_ex,cc_pd}")
    static void rowBF01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "BF-02",
            text = "EINVAL exactly",
            source = "rdma-core tests/test_buf.py: test_buf_reg_wrong_allocating_pd_fails_{plain,cc}")
    static void rowBF02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "BF-03",
            text = "EINVAL",
            source = "rdma-core tests/test_buf.py: test_buf_reg_length_exceeds_buffer_fails_*")
    static void rowBF03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "BF-04",
            text = "EINVAL",
            source = "rdma-core tests/test_buf.py: test_buf_reg_offset_length_exceeds_buffer_fails_*")
    static void rowBF04(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(id = "BF-05", text = "ENODATA", source = "rdma-core tests/test_buf.py: test_buf_export_dmabuf_fd_plain_pd")
    static void rowBF05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "BF-06",
            text = "traffic ok",
            source = "rdma-core tests/test_buf.py: test_buf_rc_send_plain_pd_reg_buf_mr, _large_msg(16 KiB), "
                    + "_mr_subrange, _write_imm, _read, _atomic, _ud")
    static void rowBF06(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
