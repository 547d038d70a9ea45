// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the simulated host that a device is in.
 *
 * <p>Its {@link org.rpcrdma.sim.host.HostProcessors processors} run handlers and pay for verbs calls; asynchronous
 * events reach them as interrupts do.
 *
 * <p>Its {@link org.rpcrdma.rnic.memory.HostMemory memory} are blocks of the JVM's native memory, or addresses only.
 * Whatever depends on them is notified: an {@link org.rpcrdma.rnic.memory.MmuNotifier} when pages go, and
 * {@link org.rpcrdma.rnic.memory.InPlacePayloads} before the bytes of a packet on the link may change.
 */
package org.rpcrdma.sim.host;
