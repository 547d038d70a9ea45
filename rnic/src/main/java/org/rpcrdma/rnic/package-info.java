// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A software RNIC behind the verbs contract, {@link org.rpcrdma.rnic.RnicDevice}: its programming interface, taps, and
 * fault injection. It accesses the clock, the network, the host and the cost model only through
 * {@link org.rpcrdma.rnic.DevicePorts}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.rnic;
