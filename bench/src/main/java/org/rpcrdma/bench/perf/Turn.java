// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/** Work that is done by polling. */
@FunctionalInterface
interface Turn {
    /** Does the pending work and returns its amount. */
    int turn();
}
