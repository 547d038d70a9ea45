// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ForkStatus;

/** Child processes. */
public final class ForkRows {
    private ForkRows() {}

    @Rule(
            id = "FK-01",
            text = "Memory is kept from child processes where that was asked for before the first registration",
            source = "rdma-core tests/test_fork.py: test_is_fork_initialized",
            ownProcess = true)
    static void rowFK01(final Testbed bed) {
        bed.require(DeviceCapability.FORK);
        bed.client().enableFork();
        final ForkStatus status = bed.client().forkStatus();
        Expect.that("enabled", status == ForkStatus.ENABLED || status == ForkStatus.UNNEEDED);
        register(bed).close();
        bed.client().enableFork();
        Expect.equal("status after a registration", status, bed.client().forkStatus());
    }

    @Rule(
            id = "FK-02",
            text = "To keep memory from child processes is refused with EINVAL once something was registered, unless"
                    + " the system copies such memory for them: then it may be granted, and changes nothing",
            source = "rdma-core tests/test_fork.py: test_is_fork_initialized; libibverbs/memory.c ibv_fork_init")
    static void rowFK02(final Testbed bed) {
        bed.require(DeviceCapability.FORK);
        final ForkStatus status = bed.client().forkStatus();
        final ExtendedMemoryRegion region = register(bed);
        if (status == ForkStatus.DISABLED) {
            Expect.fails("asked for too late", Errno.EINVAL, bed.client()::enableFork);
        } else {
            Expect.equal("status", ForkStatus.UNNEEDED, status);
        }
        Expect.equal("status after a registration", status, bed.client().forkStatus());
        region.close();
    }

    private static ExtendedMemoryRegion register(final Testbed bed) {
        final Endpoint side = new Endpoint(bed, bed.client(), bed.clientLoop());
        final TestBuffer buffer = side.buffer(64);
        return buffer.register(side.domain(), Access.LOCAL_WRITE);
    }
}
