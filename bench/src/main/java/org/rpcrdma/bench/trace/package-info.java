// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Records the packets and work requests of simulated runs: {@code --trace} writes a trace, and {@code rpcrdma decode}
 * lists it.
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.trace;
