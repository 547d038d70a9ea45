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
package org.rpcrdma.nic;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A host's IOMMU: DMA mappings in a page table, and the IOTLB and page-walk cache that the device's DMA goes through.
 *
 * <p>The IOTLB holds leaves of 4 KB, the page-walk cache tables of 2 MB reach; both replace the least recently used.
 * Ending a mapping takes it out of the page table; its pages are invalidated in the IOTLB before the call returns
 * (strict mode), or with all others a while later ({@link FlushQueue}, lazy mode). Tables are never given back, so the
 * page-walk cache stays valid.
 *
 * <p>What a device does to a mapping that has ended is counted: as a fault, or, where a lazy IOMMU still translates it, as
 * a stale access. That goes through, as on hardware, while the memory is there.
 *
 * <p>The device gets whole pages, as in hardware; beyond the memory block of a mapping it gets nothing, since there is
 * no simulated memory there.
 *
 * <p>The cost of a transfer's translations adds up in {@link #latency()} and {@link #walks()} from
 * {@link #beginTransfer} on. Not thread-safe: translation would have to be locked against mapping.
 */
final class Iommu implements DmaMapper {
    /** The answer of {@link #translate} to an access that the page table does not allow. */
    static final long FAULT = 0;

    private static final int WALK_REACH_SHIFT = 21;
    private static final int ALLOWED_MASK = PageTable.DEVICE_READS | PageTable.DEVICE_WRITES;

    private final SimulatedDevice host;
    private final IommuStatistics statistics = new IommuStatistics();
    private final IovaAllocator iovas = new IovaAllocator();
    private final PageTable pageTable = new PageTable();
    private final Mappings mappings = new Mappings();

    private final TranslationCache iotlb;
    private final long[] cachedLeaves;
    private final int[] cachedMappings;
    private final TranslationCache walkCache;

    /** Null in strict mode. */
    private final FlushQueue flushQueue;

    private final double mapCost;
    private final double mapPageCost;
    private final double unmapCost;
    private final double unmapPageCost;
    private final long missLatency;
    private final long walkMissLatency;

    private boolean isReceive;
    private long lastPage;
    private int lastEntry;
    private long latency;
    private int walks;

    Iommu(final SimulatedDevice host) {
        this.host = host;
        final CostModel costs = host.costs();
        final int entries = costs.count(CostParameter.IOTLB_ENTRIES);
        iotlb = new TranslationCache(entries);
        cachedLeaves = new long[entries];
        cachedMappings = new int[entries];
        walkCache = new TranslationCache(costs.count(CostParameter.WALK_CACHE_ENTRIES));
        mapCost = costs.get(CostParameter.DMA_MAP);
        mapPageCost = costs.get(CostParameter.DMA_MAP_PAGE);
        final boolean isLazy = host.configuration().iommuMode() == IommuMode.LAZY;
        flushQueue = isLazy ? new FlushQueue(host, this) : null;
        unmapCost = costs.get(isLazy ? CostParameter.DMA_UNMAP_LAZY : CostParameter.DMA_UNMAP);
        unmapPageCost = costs.get(isLazy ? CostParameter.DMA_UNMAP_LAZY_PAGE : CostParameter.DMA_UNMAP_PAGE);
        missLatency = costs.nanos(CostParameter.IOTLB_MISS);
        walkMissLatency = costs.nanos(CostParameter.WALK_MISS);
    }

    IommuStatistics statistics() {
        return statistics;
    }

    int liveMappings() {
        return mappings.size();
    }

    @Override
    public int pageSize() {
        return PageTable.PAGE_SIZE;
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        final long iova = insert(address, length, direction);
        host.processor().charge(Math.round(mapCost + mapPageCost * (PageTable.pages(address, length) - 1)));
        return iova;
    }

    /** Maps without a charge of its own: as a part of a registration, whose cost includes it. */
    long insert(final long address, final long length, final DmaDirection direction) {
        if (length < 1) {
            throw new VerbsException(Errno.EINVAL, "length must be at least 1: length=" + length);
        }
        final SimulatedMemoryBlock block = host.simulatedMemory().pin(address, length);
        if (block == null) {
            throw new VerbsException(Errno.EFAULT, "range lies in no memory block of the device: length=" + length);
        }
        final long pages = PageTable.pages(address, length);
        final long base = iovas.allocate(IovaAllocator.orderOf(pages));
        if (base == IovaAllocator.NONE) {
            host.simulatedMemory().unpin(block);
            throw new VerbsException(Errno.ENOMEM, "no iova left: pages=" + pages);
        }
        final long iova = base | (address & ~PageTable.PAGE_MASK);
        final int mapping = mappings.add(iova, length, direction, block);
        final long firstPage = address & PageTable.PAGE_MASK;
        for (long offset = 0; offset < pages << PageTable.PAGE_SHIFT; offset += PageTable.PAGE_SIZE) {
            pageTable.set(base + offset, (firstPage + offset) | allowed(direction), mapping);
        }
        statistics.mappings++;
        statistics.pagesMapped += pages;
        statistics.livePages += pages;
        return iova;
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction);
        host.processor().charge(Math.round(unmapCost + unmapPageCost * (PageTable.pages(iova, length) - 1)));
    }

    /** Ends a mapping without a charge of its own. */
    void remove(final long iova, final long length, final DmaDirection direction) {
        final int mapping = mappings.find(iova);
        if (mapping == Mappings.NONE || !mappings.is(mapping, length, direction)) {
            throw noSuchMapping(iova, length, direction);
        }
        host.transmitter().detachPayloads();
        final long pages = PageTable.pages(iova, length);
        final long base = iova & PageTable.PAGE_MASK;
        for (long page = base; page < base + (pages << PageTable.PAGE_SHIFT); page += PageTable.PAGE_SIZE) {
            pageTable.set(page, FAULT, Mappings.NONE);
            if (flushQueue == null) {
                iotlb.invalidate(page >>> PageTable.PAGE_SHIFT);
            }
        }
        final SimulatedMemoryBlock block = mappings.block(mapping);
        mappings.retire(mapping, iova);
        host.simulatedMemory().unpin(block);
        statistics.unmappings++;
        statistics.livePages -= pages;
        final int order = IovaAllocator.orderOf(pages);
        if (flushQueue == null) {
            release(base, order, mapping);
        } else {
            flushQueue.add(base, order, mapping);
        }
    }

    /** No translation of an unmapped mapping is left: its iovas can be used again. */
    void release(final long base, final int order, final int mapping) {
        mappings.release(mapping);
        iovas.free(base, order);
    }

    /** Ends everything that the caches hold. */
    void invalidateAll() {
        iotlb.clear();
        walkCache.clear();
        lastPage = -1;
    }

    /** Ends what is left of mappings that are unmapped. */
    void close() {
        if (flushQueue != null) {
            flushQueue.flush();
        }
    }

    /** The simulated host's caches are coherent with DMA: there is nothing to do but to refuse what is not mapped. */
    @Override
    public void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        final PageTable.LeafTable table = pageTable.find(iova);
        final int i = PageTable.index(iova, 1);
        final boolean isMapped = table != null && table.leaves[i] != FAULT;
        if (!isMapped || !mappings.covers(table.mappings[i], iova, length, direction)) {
            throw noSuchMapping(iova, length, direction);
        }
    }

    /** The native address that an iova is mapped to, or {@link #FAULT}; no access, so that nothing is counted. */
    long nativeAddress(final long iova) {
        final PageTable.LeafTable table = pageTable.find(iova);
        final long leaf = table == null ? FAULT : table.leaves[PageTable.index(iova, 1)];
        return leaf == FAULT ? FAULT : (leaf & PageTable.PAGE_MASK) | (iova & ~PageTable.PAGE_MASK);
    }

    /** Begins the DMA of one packet. */
    void beginTransfer(final boolean scattersReceive) {
        isReceive = scattersReceive;
        lastPage = -1;
        latency = 0;
        walks = 0;
    }

    /** Latency that misses have added since the transfer began, in nanoseconds. */
    long latency() {
        return latency;
    }

    /** Reads that page walks have done since the transfer began. */
    int walks() {
        return walks;
    }

    /**
     * Translates an access within one page.
     *
     * @param iova   where it begins.
     * @param length its bytes; they end in the same page.
     * @param access {@link PageTable#DEVICE_READS} or {@link PageTable#DEVICE_WRITES}.
     * @return the native address, proven to lie in a live memory block with all its bytes; or FAULT.
     */
    long translate(final long iova, final int length, final int access) {
        final long page = iova >>> PageTable.PAGE_SHIFT;
        final int entry = page == lastPage ? lastEntry : look(page, iova);
        if (entry != TranslationCache.ABSENT) {
            lastPage = page;
            lastEntry = entry;
            final long leaf = cachedLeaves[entry];
            final long address = (leaf & PageTable.PAGE_MASK) | (iova & ~PageTable.PAGE_MASK);
            final SimulatedMemoryBlock block = mappings.block(cachedMappings[entry]);
            if ((leaf & access) != 0
                    && (block == null ? isStale(entry, address, length) : block.contains(address, length))) {
                return address;
            }
        }
        statistics.faults++;
        return FAULT;
    }

    /** The mapping has ended and the IOTLB still translates it: returns whether the memory is still there. */
    private boolean isStale(final int entry, final long address, final int length) {
        statistics.staleAccesses++;
        final SimulatedMemoryBlock block = mappings.retired(cachedMappings[entry]);
        return !block.isClosed && block.contains(address, length);
    }

    private int look(final long page, final long iova) {
        final int entry = iotlb.find(page);
        if (entry == TranslationCache.ABSENT) {
            return walk(page, iova);
        }
        statistics.hits++;
        if (isReceive) {
            statistics.receiveHits++;
        }
        return entry;
    }

    /** Misses: walks the page table. What is not mapped is not cached. */
    private int walk(final long page, final long iova) {
        statistics.misses++;
        if (isReceive) {
            statistics.receiveMisses++;
        }
        latency += missLatency;
        walks++;
        final long reach = iova >>> WALK_REACH_SHIFT;
        if (walkCache.find(reach) == TranslationCache.ABSENT) {
            walkCache.insert(reach);
            latency += walkMissLatency;
            walks++;
            statistics.walkReads++;
        }
        statistics.walkReads++;
        final PageTable.LeafTable table = pageTable.find(iova);
        final int i = PageTable.index(iova, 1);
        if (table == null || table.leaves[i] == FAULT) {
            return TranslationCache.ABSENT;
        }
        final int entry = iotlb.insert(page);
        cachedLeaves[entry] = table.leaves[i];
        cachedMappings[entry] = table.mappings[i];
        return entry;
    }

    private static VerbsException noSuchMapping(final long iova, final long length, final DmaDirection direction) {
        return new VerbsException(
                Errno.EINVAL,
                "no such mapping: iova=0x" + Long.toHexString(iova) + " length=" + length + " direction=" + direction);
    }

    private static int allowed(final DmaDirection direction) {
        return switch (direction) {
            case BIDIRECTIONAL -> ALLOWED_MASK;
            case TO_DEVICE -> PageTable.DEVICE_READS;
            case FROM_DEVICE -> PageTable.DEVICE_WRITES;
        };
    }
}
