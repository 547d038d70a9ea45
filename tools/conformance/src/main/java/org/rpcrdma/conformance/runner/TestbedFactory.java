// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

/** Makes worlds for rows. */
@FunctionalInterface
public interface TestbedFactory {
    /**
     * Makes a world that nobody has used.
     *
     * @param options the options of the world.
     * @return the world; the caller closes it.
     * @throws RowSkipped if these options are unavailable.
     */
    Testbed open(TestbedOptions options);
}
