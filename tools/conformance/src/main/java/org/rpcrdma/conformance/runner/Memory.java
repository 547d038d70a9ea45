// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.OptionalLong;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/**
 * One side's memory and the region that covers it.
 *
 * @param buffer the memory.
 * @param region the region.
 */
public record Memory(TestBuffer buffer, ExtendedMemoryRegion region) {
    /**
     * Returns the address at which the device accesses the memory. If the region covers the whole address space, this
     * is the native address.
     */
    public long iova() {
        return region.length() == MemoryRegion.WHOLE_ADDRESS_SPACE ? buffer.address() : region.iova();
    }

    /** Returns the length, in bytes. */
    public int length() {
        return buffer.length();
    }

    /** Returns the key for the same side's requests. */
    public int lkey() {
        return region.lkey();
    }

    /** Returns the key for the other side's requests. */
    public int rkey() {
        return region.rkey();
    }

    /**
     * Returns the number of pages faulted in so far. The result is empty if the device does not count them, which is
     * the case for soft-RoCE.
     */
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

    /**
     * Returns the number of pages faulted in since a previous result of {@link #faults}. The result is empty if the
     * device does not count them.
     */
    public OptionalLong faultsSince(final OptionalLong before) {
        return before.isEmpty() ? before : OptionalLong.of(faults().orElseThrow() - before.getAsLong());
    }
}
