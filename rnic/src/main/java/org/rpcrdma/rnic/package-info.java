// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A software RNIC behind the verbs contract, {@link org.rpcrdma.rnic.RnicDevice}: what it shows to programs and taps,
 * and the faults that can be demanded of it. It knows no clock, network, host or cost except through {@link
 * org.rpcrdma.rnic.DevicePorts}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.rnic;
