// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Configuration and costs of a simulated device: its {@link org.rpcrdma.nic.cost.DeviceConfiguration}, and a
 * {@link org.rpcrdma.nic.cost.CostModel} that names every simulated cost with its unit, default and published source.
 *
 * <p>The ground floor of the simulated RNIC: it depends on no other part of it.
 *
 * @since 0.1.0
 */
package org.rpcrdma.nic.cost;
