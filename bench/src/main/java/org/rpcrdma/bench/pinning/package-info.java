// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the registration and deregistration of memory: {@code rpcrdma perf reg}.
 *
 * <pre>
 * SimulatedPinning  DevicePinning  one row in virtual time; one row on a device of the host
 * PinningLane                      the calls of one thread
 * PinningTable      PinningPlot    rows as text; rows as a plot
 * </pre>
 *
 * <p>Internal: for use in this artifact only.
 */
package org.rpcrdma.bench.pinning;
