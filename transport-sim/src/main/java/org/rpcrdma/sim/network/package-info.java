// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a fabric's network, which consists of ports, the switch between them, and the connection managers'
 * messages. Confined to the simulation's thread.
 */
package org.rpcrdma.sim.network;
