// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;

/**
 * Memory of this end's own, as local work requests name it while it is mapped; used again. Its owner is a {@link
 * BufferMapper}.
 */
public final class MappedRange {
    /** If the device finds its first byte. */
    public long iova;

    /** The key that covers it. */
    public int lkey;

    int length;

    /** The accesses of the device; null if the range is not mapped. */
    DmaDirection direction;

    /** The region that covers it, if mapping registers. */
    MemoryRegion region;

    /** True if the region outlasts the mapping. */
    boolean isKept;

    boolean isMapped() {
        return direction != null;
    }
}
