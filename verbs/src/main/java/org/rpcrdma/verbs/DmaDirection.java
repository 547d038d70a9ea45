// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The direction of data through a DMA mapping, seen from memory (the kernel's {@code enum dma_data_direction}). */
public enum DmaDirection {
    /** The device reads and writes. */
    BIDIRECTIONAL,
    /** The device reads. */
    TO_DEVICE,
    /** The device writes. */
    FROM_DEVICE
}
