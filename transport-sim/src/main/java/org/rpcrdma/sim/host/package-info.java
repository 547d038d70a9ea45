// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the simulated host of a device. Confined to the simulation's thread.
 *
 * <p>The {@link org.rpcrdma.sim.host.HostProcessors processors} run handlers and are charged for verbs calls.
 * Asynchronous events reach the processors like interrupts.
 *
 * <p>The {@link org.rpcrdma.rnic.memory.HostMemory memory} consists either of native memory blocks or of addresses
 * only. It notifies the {@link org.rpcrdma.rnic.memory.MmuNotifier} when pages are discarded. It notifies
 * {@link org.rpcrdma.rnic.memory.InPlacePayloads} before the bytes of a packet that is on the link may change.
 */
package org.rpcrdma.sim.host;
