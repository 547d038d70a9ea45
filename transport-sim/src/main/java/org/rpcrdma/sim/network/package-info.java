// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the network of a fabric: ports, the switch between them, and the messages of connection managers. Confined
 * to the simulation's thread.
 */
package org.rpcrdma.sim.network;
