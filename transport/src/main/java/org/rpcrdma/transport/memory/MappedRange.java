// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.memory;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;

/** Memory of this end's own, as local work requests name it while it is mapped; used again. Its owner is a {@link BufferMapper}. */
public final class MappedRange {
    /** Where the device finds its first byte. */
    public long iova;

    /** The key that covers it. */
    public int lkey;

    int length;

    /** What the device may do; null where it is not mapped. */
    DmaDirection direction;

    /** What it is registered with, where that is what mapping takes. */
    MemoryRegion region;

    /** Whether the region outlasts the mapping. */
    boolean isKept;

    boolean isMapped() {
        return direction != null;
    }
}
