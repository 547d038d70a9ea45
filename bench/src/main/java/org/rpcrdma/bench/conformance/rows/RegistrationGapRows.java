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
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Registration, where rdma-core's tests say nothing. */
public final class RegistrationGapRows {
    private RegistrationGapRows() {}

    @Rule(
            id = "GAP-01",
            text = "A null MR reads as zero, drops what is written, has no rkey, cannot be re-registered or "
                    + "take windows",
            source = "ibv_alloc_null_mr(3); section 2a")
    static void rowGAP01(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GAP-14",
            text = "dereg_mr is refused with EINVAL while a window is bound to the region",
            source = "rxe_verbs.c; section 2a")
    static void rowGAP14(final Testbed bed) {
        throw RowFailure.notImplemented();
    }

    @Rule(
            id = "GAP-15",
            text = "dealloc_pd is refused with EBUSY while a region is alive",
            source = "ibv_dealloc_pd(3); section 2a")
    static void rowGAP15(final Testbed bed) {
        final Endpoint client = new Endpoint(bed, bed.client(), bed.clientLoop());
        final MemoryRegion region = bed.own(client.buffer(64).register(client.domain(), 0));
        Expect.fails("closing a domain in use", Errno.EBUSY, client.domain()::close);
        bed.giveBack(region);
    }

    @Rule(
            id = "GAP-20",
            text = "Regions that overlap have keys of their own, and each opens what it covers",
            source = "ibv_reg_mr(3)")
    static void rowGAP20(final Testbed bed) {
        final Pair pair = Pair.connected(bed);
        final Traffic traffic = new Traffic(bed, pair, 64, Access.LOCAL_WRITE);
        final TestBuffer buffer = traffic.serverBuffer();
        final ProtectionDomain domain = pair.server().domain();
        final long half = buffer.address() + 32;
        final MemoryRegion back =
                bed.own(domain.registerMemory(half, 32, half, Access.LOCAL_WRITE | Access.REMOTE_WRITE));
        Expect.that("keys differ", back.rkey() != traffic.serverRegion().rkey());
        traffic.writeTo(half, 32, back.rkey()).nextSuccess("RDMA WRITE to the region that allows it");
        buffer.expect(32, 32, Traffic.CLIENT_BYTE);
        Expect.status(
                "RDMA WRITE by the other region's key",
                CompletionStatus.REM_ACCESS_ERR,
                traffic.writeTo(half, 32, traffic.serverRegion().rkey()).next());
    }

    @Rule(
            id = "GAP-23",
            text = "rereg_mr: the five result codes, and what is valid after each",
            source = "rdma-core verbs.c ibv_rereg_mr; section 2b")
    static void rowGAP23(final Testbed bed) {
        throw RowFailure.notImplemented();
    }
}
