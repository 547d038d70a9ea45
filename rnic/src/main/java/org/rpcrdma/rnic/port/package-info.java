// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the protocol engine's interfaces to its environment: the cost of work, the durations of DMA, and the NIC's
 * caches. Other packages define the timeline, the link and the host's memory.
 */
package org.rpcrdma.rnic.port;
