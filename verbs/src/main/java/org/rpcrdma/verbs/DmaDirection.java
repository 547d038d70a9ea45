// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The direction of a DMA transfer, from the memory's point of view (the kernel's {@code enum dma_data_direction}). */
public enum DmaDirection {
    /** The device reads and writes. */
    BIDIRECTIONAL,
    /** The device reads. */
    TO_DEVICE,
    /** The device writes. */
    FROM_DEVICE
}
