// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Records the events of simulated runs, packet by packet and work request by work request: {@code --trace} writes a
 * trace, {@code rpcrdma decode} lists it.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.trace;
