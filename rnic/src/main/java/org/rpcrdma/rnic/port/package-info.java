// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: what the protocol engine is handed by its surroundings, besides a timeline, a link and the host's memory:
 * what its work costs, how long DMA takes, and the caches of the NIC.
 */
package org.rpcrdma.rnic.port;
