// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A software RNIC behind the verbs contract, {@link org.rpcrdma.rnic.RnicDevice}: its interface for programs and taps,
 * and its fault injection. It accesses clock, network, host and costs only through {@link
 * org.rpcrdma.rnic.DevicePorts}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.rnic;
