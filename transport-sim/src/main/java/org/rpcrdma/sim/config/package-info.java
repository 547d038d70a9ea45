// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration, modes and statistics of a simulated device. A {@link org.rpcrdma.sim.config.DeviceConfiguration}
 * and a {@link org.rpcrdma.rnic.config.Personality} configure a device.
 *
 * <p>This is the lowest layer of the simulated RNIC; it depends on no other layer.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim.config;
