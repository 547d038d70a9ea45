// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;

/**
 * A range of local memory that local work requests can use while it is mapped. A {@link BufferMapper} maps the range.
 * Objects are reused.
 */
public final class MappedRange {
    /** The device's address (iova) of the first byte. */
    public long iova;

    /** The range's lkey. */
    public int lkey;

    int length;

    /** The direction in which the device transfers data, or null if the range is not mapped. */
    DmaDirection direction;

    /** The region that contains the range, or null if the mapper does not register memory. */
    MemoryRegion region;

    /** True if the region continues to exist after the range has been unmapped. */
    boolean isKept;

    boolean isMapped() {
        return direction != null;
    }
}
