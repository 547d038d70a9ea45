// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The processors of a simulated server: the service threads that run on them, and their CPU time for Receive buffers.
 * Queue pairs of two simulated hosts, connected for a measurement.
 *
 * <p>Internal: for the packages of this artifact only.
 */
package org.rpcrdma.bench.host;
