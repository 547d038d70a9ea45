/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import java.util.ArrayList;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Regions of the caller's memory that windows are bound to again and again. */
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

    /** The region that a range lies in, null where there is none. */
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
