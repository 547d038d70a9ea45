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

import org.rpcrdma.bench.conformance.Endpoint;
import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.bench.conformance.Pair;
import org.rpcrdma.bench.conformance.RowFailure;
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.TestBuffer;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Registration and re-registration of memory. */
public final class RegistrationRows {
    private static final int LENGTH = 1024;

    private RegistrationRows() {}

    @Rule(
            id = "MR-01",
            text = "A Receive that was posted before its region moved to other memory fails the send with "
                    + "REM_OP_ERR; after RESET to RTS messages land in the new memory",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_addr")
    static void rowMR01(final Testbed bed) {
        bed.require(DeviceCapability.REREGISTER_TRANSLATION);
        final Pair pair = Pair.connected(bed);
        final TestBuffer moved = pair.server().buffer(LENGTH);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        traffic.postReceive();
        traffic.serverRegion().reregister(MemoryRegion.CHANGE_TRANSLATION, null, moved.address(), LENGTH, 0);
        traffic.postSend();
        Expect.status("SEND", CompletionStatus.REM_OP_ERR, pair.client().next());
        pair.restate();
        traffic.forgetCompletions();
        traffic.sendInto(moved);
    }

    @Rule(
            id = "MR-02",
            text = "same via ibv_reg_mr_ex; same",
            source = "rdma-core tests/test_mr.py: test_mrex_rereg_addr")
    static void rowMR02(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MR-03",
            text = "MR with REMOTE_ATOMIC; rereg CHANGE_ACCESS to LOCAL_WRITE only; FETCH_ADD; requester "
                    + "REM_ACCESS_ERR; restate QPs + rereg back gives success",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_atomic")
    static void rowMR03(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MR-04",
            text = "A region that is given REMOTE_WRITE by CHANGE_ACCESS takes RDMA WRITEs under the rkey "
                    + "that it had before",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_access")
    static void rowMR04(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        final int access = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
        final int clientKey = traffic.clientRegion().rkey();
        final int serverKey = traffic.serverRegion().rkey();
        traffic.clientRegion().reregister(MemoryRegion.CHANGE_ACCESS, null, 0, 0, access);
        traffic.serverRegion().reregister(MemoryRegion.CHANGE_ACCESS, null, 0, 0, access);
        traffic.write(pair.client(), serverKey).nextSuccess("RDMA WRITE to the server");
        traffic.serverBuffer().expect(Traffic.CLIENT_BYTE);
        traffic.serverBuffer().fill(Traffic.SERVER_BYTE);
        traffic.write(pair.server(), clientKey).nextSuccess("RDMA WRITE to the client");
        traffic.clientBuffer().expect(Traffic.SERVER_BYTE);
    }

    @Rule(
            id = "MR-05",
            text = "same via reg_mr_ex; same",
            source = "rdma-core tests/test_mr.py: test_mrex_rereg_access")
    static void rowMR05(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MR-06",
            text = "A region that loses REMOTE_WRITE by CHANGE_ACCESS fails RDMA WRITEs with REM_ACCESS_ERR",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_access_bad_flow")
    static void rowMR06(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH, Access.LOCAL_WRITE | Access.REMOTE_WRITE);
        final MemoryRegion region = traffic.serverRegion();
        traffic.write(pair.client(), region.rkey()).nextSuccess("RDMA WRITE");
        region.reregister(MemoryRegion.CHANGE_ACCESS, null, 0, 0, Access.LOCAL_WRITE);
        Expect.status(
                "RDMA WRITE",
                CompletionStatus.REM_ACCESS_ERR,
                traffic.write(pair.client(), region.rkey()).next());
    }

    @Rule(
            id = "MR-07",
            text = "A Receive in a region that CHANGE_PD moved to another domain fails the send with "
                    + "REM_OP_ERR; moved back, it works",
            source = "rdma-core tests/test_mr.py: test_mr_rereg_pd")
    static void rowMR07(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, LENGTH);
        final MemoryRegion region = traffic.serverRegion();
        final ProtectionDomain domain = pair.server().domain();
        final ProtectionDomain other = bed.own(pair.server().device().allocateProtectionDomain());
        region.reregister(MemoryRegion.CHANGE_PD, other, 0, 0, 0);
        traffic.postReceive();
        traffic.postSend();
        Expect.status("SEND", CompletionStatus.REM_OP_ERR, pair.client().next());
        pair.restate();
        traffic.forgetCompletions();
        region.reregister(MemoryRegion.CHANGE_PD, domain, 0, 0, 0);
        traffic.sendInto(traffic.serverBuffer());
        region.reregister(MemoryRegion.CHANGE_PD, other, 0, 0, 0);
        region.reregister(MemoryRegion.CHANGE_PD, domain, 0, 0, 0);
    }

    @Rule(
            id = "MR-08",
            text = "REMOTE_WRITE or REMOTE_ATOMIC without LOCAL_WRITE is refused with EINVAL",
            source = "rdma-core tests/test_mr.py: test_reg_mr_bad_flags")
    static void rowMR08(final Testbed bed) {
        final Endpoint client = new Endpoint(bed, bed.client(), bed.clientLoop());
        final TestBuffer buffer = client.buffer(LENGTH);
        Expect.fails("REMOTE_WRITE alone", Errno.EINVAL, () -> buffer.register(client.domain(), Access.REMOTE_WRITE));
        Expect.fails("REMOTE_ATOMIC alone", Errno.EINVAL, () -> buffer.register(client.domain(), Access.REMOTE_ATOMIC));
    }

    @Rule(
            id = "MR-09",
            text = "same via reg_mr_ex; 'Failed to register MR using extended API'",
            source = "rdma-core tests/test_mr.py: test_reg_mrex_bad_flags")
    static void rowMR09(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "MR-10",
            text = "ADDR and FD both set; fails (EINVAL [S] cmd_mr.c: FD without FD_OFFSET, or FD+ADDR)",
            source = "rdma-core tests/test_mr.py: test_reg_mrex_inval_params")
    static void rowMR10(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
