// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Configuration, modes and statistics of a simulated device: its {@link org.rpcrdma.sim.config.DeviceConfiguration} and
 * {@link org.rpcrdma.rnic.config.Personality}.
 *
 * <p>This is the lowest layer of the simulated RNIC; it depends on no other layer.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim.config;
