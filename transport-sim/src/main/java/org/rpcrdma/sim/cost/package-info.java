// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The costs of a simulated device. A {@link org.rpcrdma.sim.cost.CostModel} contains every simulated cost by name, with
 * its unit, value, range and published source. The values of all machines are in one table, the resource {@code
 * costs.txt}.
 *
 * @since 0.1.0
 */
package org.rpcrdma.sim.cost;
