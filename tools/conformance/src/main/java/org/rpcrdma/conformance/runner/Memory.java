// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.OptionalLong;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * Memory of one side, and the region over it.
 *
 * @param buffer the memory.
 * @param region the region.
 */
public record Memory(TestBuffer buffer, ExtendedMemoryRegion region) {
    /**
     * Returns the address that the device uses for the memory: its native address if the region covers the whole
     * address space.
     */
    public long iova() {
        return region.length() == MemoryRegion.WHOLE_ADDRESS_SPACE ? buffer.address() : region.iova();
    }

    /** Returns its bytes. */
    public int length() {
        return buffer.length();
    }

    /** Returns the key for requests of the same side. */
    public int lkey() {
        return region.lkey();
    }

    /** Returns the key for requests of the other side. */
    public int rkey() {
        return region.rkey();
    }

    /** Returns the number of pages faulted in so far; empty if the device, like soft-RoCE, does not count them. */
    public OptionalLong faults() {
        try {
            return OptionalLong.of(region.onDemandStatistics().pageFaults());
        } catch (final VerbsException e) {
            if (e.errno() != Errno.EOPNOTSUPP) {
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    /** Returns the number of pages faulted in since {@link #faults}; empty if the device does not count them. */
    public OptionalLong faultsSince(final OptionalLong before) {
        return before.isEmpty() ? before : OptionalLong.of(faults().orElseThrow() - before.getAsLong());
    }
}
