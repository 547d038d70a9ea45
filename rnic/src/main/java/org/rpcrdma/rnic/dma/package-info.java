// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a NIC's DMA to and from its host's memory. Requesters and responders begin one transfer per packet. The
 * transfer gathers or scatters the payload through memory keys and the IOMMU, and returns the time at which the payload
 * reaches memory.
 */
package org.rpcrdma.rnic.dma;
