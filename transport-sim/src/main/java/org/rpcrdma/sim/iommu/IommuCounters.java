// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import org.rpcrdma.sim.config.IommuStatistics;

/** The counters of an IOMMU and its IOTLB. Programs read them as {@link IommuStatistics}. */
final class IommuCounters implements IommuStatistics {
    long mappings;
    long unmappings;
    long pagesMapped;
    long livePages;
    long leavesMapped;
    long liveLeaves;
    long hits;
    long misses;
    long receiveHits;
    long receiveMisses;
    long walkReads;
    long faults;
    long staleAccesses;
    final long[] walkCacheHits = new long[3];
    final long[] walkCacheMisses = new long[3];

    @Override
    public long mappings() {
        return mappings;
    }

    @Override
    public long unmappings() {
        return unmappings;
    }

    @Override
    public long pagesMapped() {
        return pagesMapped;
    }

    @Override
    public long livePages() {
        return livePages;
    }

    @Override
    public long leavesMapped() {
        return leavesMapped;
    }

    @Override
    public long liveLeaves() {
        return liveLeaves;
    }

    @Override
    public long hits() {
        return hits;
    }

    @Override
    public long misses() {
        return misses;
    }

    @Override
    public long receiveHits() {
        return receiveHits;
    }

    @Override
    public long receiveMisses() {
        return receiveMisses;
    }

    @Override
    public long walkReads() {
        return walkReads;
    }

    @Override
    public long walkCacheHits(final int level) {
        return walkCacheHits[level - 1];
    }

    @Override
    public long walkCacheMisses(final int level) {
        return walkCacheMisses[level - 1];
    }

    @Override
    public long staleAccesses() {
        return staleAccesses;
    }

    @Override
    public long faults() {
        return faults;
    }
}
