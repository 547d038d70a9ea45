// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: a NIC's DMA to and from its host's memory.
 *
 * <pre>
 * {@link org.rpcrdma.nic.dma.DeviceDma}.begin() -&gt; {@link org.rpcrdma.nic.dma.DmaTransfer}
 *                        |  gather, scatter: keys, IOMMU, native memory
 *                        `- {@link org.rpcrdma.nic.dma.DmaTimes}        when it lands: engines, page walks, contexts
 * </pre>
 *
 * <p>Requesters and responders begin a transfer per packet and ask it for its results.
 */
package org.rpcrdma.nic.dma;
