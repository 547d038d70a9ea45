// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

/** Creates testbeds for rows. */
@FunctionalInterface
public interface TestbedFactory {
    /**
     * Creates a testbed.
     *
     * @param options the testbed's options.
     * @return the testbed; the caller closes it.
     * @throws RowSkipped if these options are unavailable.
     */
    Testbed open(TestbedOptions options);
}
