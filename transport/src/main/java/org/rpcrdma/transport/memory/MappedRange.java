// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;

/**
 * A range of this side's memory for use in local work requests while mapped; reused. A {@link BufferMapper} maps it.
 */
public final class MappedRange {
    /** The address of the first byte for the device. */
    public long iova;

    /** The range's lkey. */
    public int lkey;

    int length;

    /** The device's direction of access; null if the range is not mapped. */
    DmaDirection direction;

    /** The region of the range, if mapping means registration. */
    MemoryRegion region;

    /** True if the region outlasts the mapping. */
    boolean isKept;

    boolean isMapped() {
        return direction != null;
    }
}
