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
import org.rpcrdma.bench.conformance.Rule;
import org.rpcrdma.bench.conformance.TestBuffer;
import org.rpcrdma.bench.conformance.Testbed;
import org.rpcrdma.bench.conformance.TestbedOptions;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ForkStatus;
import org.rpcrdma.verbs.MemoryRegion;

/** Child processes. */
public final class ForkRows {
    private ForkRows() {}

    @Rule(
            id = "FK-01",
            text = "Memory is kept from child processes where that was asked for before the first registration; "
                    + "later it is refused with EINVAL",
            source = "rdma-core tests/test_fork.py: test_is_fork_initialized")
    static void rowFK01(final Testbed bed) {
        bed.require(DeviceCapability.FORK);
        bed.client().enableFork();
        final boolean isUnneeded = bed.client().forkStatus() == ForkStatus.UNNEEDED;
        Expect.that("enabled", isUnneeded || bed.client().forkStatus() == ForkStatus.ENABLED);
        register(bed).close();
        bed.client().enableFork();
        try (Testbed world = bed.another(TestbedOptions.DEFAULT)) {
            final MemoryRegion region = register(world);
            if (!isUnneeded) {
                Expect.fails("asked for too late", Errno.EINVAL, world.client()::enableFork);
                Expect.equal("status", ForkStatus.DISABLED, world.client().forkStatus());
            }
            region.close();
        }
    }

    private static MemoryRegion register(final Testbed bed) {
        final Endpoint side = new Endpoint(bed, bed.client(), bed.clientLoop());
        final TestBuffer buffer = side.buffer(64);
        return buffer.register(side.domain(), Access.LOCAL_WRITE);
    }
}
