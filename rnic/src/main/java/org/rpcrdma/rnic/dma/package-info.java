// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a NIC's DMA to and from its host's memory. Requesters and responders begin a transfer per packet; it
 * gathers and scatters payloads through memory keys and the IOMMU, and returns the time at which they reach memory.
 */
package org.rpcrdma.rnic.dma;
