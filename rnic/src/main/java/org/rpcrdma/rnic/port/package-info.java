// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the interfaces between the protocol engine and its environment, other than the timeline, the link and the
 * host's memory: the cost of work, the durations of DMA, and the NIC's caches.
 */
package org.rpcrdma.rnic.port;
