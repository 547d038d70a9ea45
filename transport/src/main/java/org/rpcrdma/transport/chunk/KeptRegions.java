// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.chunk;

import java.util.ArrayList;
import org.rpcrdma.transport.KeptMemory;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Regions of the caller's memory that remain registered, so that windows can be bound to them repeatedly. */
final class KeptRegions {
    private final ProtectionDomain domain;
    private final int access;
    private final ArrayList<MemoryRegion> regions = new ArrayList<>();

    KeptRegions(final ProtectionDomain domain, final int access) {
        this.domain = domain;
        this.access = access;
    }

    KeptMemory keep(final MemoryBlock block) {
        final MemoryRegion region = domain.registerMemory(block.address(), block.length(), block.address(), access);
        regions.add(region);
        return () -> {
            if (regions.contains(region)) {
                region.close();
                regions.remove(region);
            }
        };
    }

    /** Returns the region that contains a range, or null if no region contains it. */
    MemoryRegion covering(final long address, final int length) {
        for (int i = 0; i < regions.size(); i++) {
            final MemoryRegion region = regions.get(i);
            final long offset = address - region.address();
            if (offset >= 0 && offset <= region.length() - length) {
                return region;
            }
        }
        return null;
    }

    void close() {
        while (!regions.isEmpty()) {
            regions.remove(regions.size() - 1).close();
        }
    }
}
