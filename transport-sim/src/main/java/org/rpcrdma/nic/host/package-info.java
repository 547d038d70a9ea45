// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Internal: the simulated host that a device is in.
 *
 * <p>Its {@link org.rpcrdma.nic.host.HostProcessors processors} run handlers and pay for verbs calls; asynchronous events
 * reach them as interrupts do.
 */
package org.rpcrdma.nic.host;
