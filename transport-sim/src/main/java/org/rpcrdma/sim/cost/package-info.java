// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The costs of a simulated device: a {@link org.rpcrdma.sim.cost.CostModel} holds every simulated cost by name, with
 * its unit, value, range and published source. One table, the resource {@code costs.txt}, contains the values of all
 * machines.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim.cost;
