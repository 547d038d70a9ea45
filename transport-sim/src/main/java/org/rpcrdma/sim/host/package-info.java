// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the simulated host of a device. Confined to the simulation's thread.
 *
 * <p>Its {@link org.rpcrdma.sim.host.HostProcessors processors} run handlers and pay for verbs calls; asynchronous
 * events reach them like interrupts.
 *
 * <p>Its {@link org.rpcrdma.rnic.memory.HostMemory memory} consists of blocks of the JVM's native memory, or of
 * addresses only. It notifies {@link org.rpcrdma.rnic.memory.MmuNotifier} when pages are discarded, and
 * {@link org.rpcrdma.rnic.memory.InPlacePayloads} before the bytes of a packet on the link may change.
 */
package org.rpcrdma.sim.host;
