// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.conformance.runner.Rule;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.extended.ExtendedDevice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** The rules for protection domains. */
public final class DomainRows {
    private static final int CYCLES = 200;

    private DomainRows() {}

    @Rule(id = "PD-01..04", source = "rdma-core tests/test_pd.py: test_pd.*")
    static void rowPD01_04(final Testbed bed) {
        final ExtendedDevice device = bed.client();
        for (int i = 0; i < CYCLES; i++) {
            device.allocateProtectionDomain().close();
        }
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        domain.close();
        Expect.fails("closing a closed domain", Errno.EINVAL, domain::close);
    }
}
