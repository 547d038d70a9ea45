// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import java.util.Arrays;
import org.rpcrdma.nic.cache.TranslationCache;
import org.rpcrdma.nic.config.FaultyCall;
import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostMemoryBlock;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.InPlacePayloads;
import org.rpcrdma.nic.host.IovaAllocator;
import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An IOMMU that translates: DMA mappings in a {@link PageTable}, which the device's DMA reaches through an
 * {@link Iotlb}.
 *
 * <p>A mapping is made of the largest leaves that its place and length allow, the parameter {@code iommu.largest_leaf}
 * permits and the memory's alignment, as it was asked for, makes contiguous; the iova is aligned to the mapping's size,
 * so that addresses aligned in memory are aligned in the iova as well.
 *
 * <p>Ending a mapping takes it out of the page table; its leaves are invalidated in the IOTLB before the call returns
 * (strict mode), or with all others a while later ({@link FlushQueues}, lazy mode). Tables are never given back, so the
 * page-walk caches stay valid.
 *
 * <p>A device's access to a mapping that has ended is counted: as a fault, or, if a lazy IOMMU still translates it, as
 * a stale access. A stale access goes through, as on hardware, while the memory is there.
 */
public final class TranslatingIommu extends Iommu {
    /** Entries of the page table that a leaf of 64 KB has beside its first. */
    private static final int MORE_ENTRIES_OF_LARGE = 15;

    private static final int FIRST_SYNCED = 8;
    private static final int MOST_SYNCED = 256;
    private static final int ALLOWED_MASK = PageTable.DEVICE_READS | PageTable.DEVICE_WRITES;

    private final HostProcessors processors;
    private final CallFaults callFaults;
    private final Iovas iovas;
    private final PageTable pageTable = new PageTable();
    private final Mappings mappings = new Mappings();
    private final Iotlb iotlb;
    private final PageWalker walker;
    /**
     * The mapping that a page was found in when it was given to the processor last, by the page's number modulo the
     * size. It grows as pages are looked for in vain.
     */
    private int[] synced = new int[FIRST_SYNCED];

    private int notSynced;

    private final long largestLeaf;
    /** The largest leaf for the block that is being mapped. */
    private long largestHere;

    /** Null in strict mode. */
    private final FlushQueues flushQueues;

    private final InvalidationQueue invalidations;

    private final double mapCost;
    private final double mapLeafCost;
    private final double mapLargeLeafCost;
    private final double unmapCost;
    private final double unmapLeafCost;

    /** The leaves of the mapping that was made or ended last, and those of 64 KB among them. */
    private long leaves;

    private long largeLeaves;

    /**
     * Maps nothing at first.
     *
     * @param memory     of the host.
     * @param payloads   are copied before a mapping of theirs ends.
     * @param costs      of mapping, and the sizes of the caches.
     * @param processors pay for mappings.
     * @param callFaults let mappings fail.
     * @param lazyClock  times the flushes of a lazy IOMMU; null if it is strict.
     * @param random     decides which iovas the host's uptime has left free.
     */
    public TranslatingIommu(
            final HostMemory memory,
            final InPlacePayloads payloads,
            final CostModel costs,
            final HostProcessors processors,
            final CallFaults callFaults,
            final Simulation lazyClock,
            final SeededRandom random) {
        super(memory, payloads);
        this.processors = processors;
        this.callFaults = callFaults;
        iotlb = new Iotlb(pageTable, costs, counters);
        walker = new PageWalker(costs);
        iovas = new Iovas(costs, processors, random);
        invalidations = new InvalidationQueue(costs, processors);
        flushQueues = lazyClock == null
                ? null
                : new FlushQueues(lazyClock, costs, processors, mappings, iovas, iotlb, invalidations);
        largestLeaf = costs.count(CostParameter.LARGEST_LEAF);
        mapCost = costs.get(CostParameter.DMA_MAP) + costs.get(CostParameter.DMA_MAP_FLUSH);
        mapLeafCost = costs.get(CostParameter.DMA_MAP_PAGE);
        mapLargeLeafCost = costs.get(CostParameter.DMA_MAP_64K);
        unmapCost = costs.get(CostParameter.DMA_UNMAP);
        unmapLeafCost = costs.get(CostParameter.DMA_UNMAP_PAGE);
    }

    @Override
    public int liveMappings() {
        return mappings.size();
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        callFaults.count(FaultyCall.MAPPING);
        final long iova = insert(address, length, direction);
        iovas.charge();
        processors.charge(
                ProcessorWork.PAGE_TABLE,
                Math.round(mapCost + mapLeafCost * (leaves - 1) + mapLargeLeafCost * largeLeaves));
        return iova;
    }

    @Override
    public long insert(final long address, final long length, final DmaDirection direction) {
        final HostMemoryBlock block = pin(address, length);
        final long pages = Pages.count(address, length);
        final long base = iovas.allocate(IovaAllocator.orderOf(pages));
        if (base == IovaAllocator.NONE) {
            block.removeMapping();
            throw new VerbsException(Errno.ENOMEM, "no iova left: pages=" + pages);
        }
        final long iova = base | (address & ~Pages.MASK);
        final int mapping = mappings.add(iova, length, direction, block);
        // If more of the block is contiguous than was asked for, that is the host's chance: a run would not repeat.
        largestHere = Math.min(largestLeaf, block.alignment());
        setLeaves(base, (address & Pages.MASK) - base, pages, allowed(direction), mapping);
        counters.mappings++;
        counters.pagesMapped += pages;
        counters.leavesMapped += leaves;
        counters.livePages += pages;
        counters.liveLeaves += leaves;
        return iova;
    }

    private void setLeaves(
            final long base, final long distance, final long pages, final int rights, final int mapping) {
        leaves = 0;
        largeLeaves = 0;
        final long end = base + (pages << Pages.SHIFT);
        for (long at = base; at < end; ) {
            final int shift = leafShift(at, at + distance, end - at);
            pageTable.set(at, shift, (at + distance) | rights, mapping);
            countLeaf(shift);
            at += 1L << shift;
        }
    }

    /** Returns the largest leaf that can begin at an iova and reaches not too far. */
    private int leafShift(final long iova, final long address, final long left) {
        if (isLeaf(PageTable.HUGE_SHIFT, iova | address, left)) {
            return PageTable.HUGE_SHIFT;
        }
        return isLeaf(PageTable.LARGE_SHIFT, iova | address, left) ? PageTable.LARGE_SHIFT : Pages.SHIFT;
    }

    private boolean isLeaf(final int shift, final long places, final long left) {
        final long size = 1L << shift;
        return size <= largestHere && size <= left && (places & (size - 1)) == 0;
    }

    private void countLeaf(final int shift) {
        leaves++;
        if (shift == PageTable.LARGE_SHIFT) {
            largeLeaves++;
        }
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction);
        processors.charge(ProcessorWork.PAGE_TABLE, Math.round(unmapCost + unmapLeafCost * (leaves - 1)));
        if (flushQueues == null) {
            invalidations.invalidate(leaves + MORE_ENTRIES_OF_LARGE * largeLeaves);
            iovas.charge();
        } else {
            iovas.chargeMagazine();
        }
    }

    @Override
    public void remove(final long iova, final long length, final DmaDirection direction) {
        final int mapping = mappingOf(iova);
        if (mapping == Mappings.NONE || !mappings.is(mapping, iova, length, direction)) {
            throw noSuchMapping(iova, length, direction);
        }
        detachPayloads();
        final long pages = Pages.count(iova, length);
        final long base = iova & Pages.MASK;
        clearLeaves(base, pages);
        final HostMemoryBlock block = mappings.block(mapping);
        mappings.retire(mapping);
        block.removeMapping();
        counters.unmappings++;
        counters.livePages -= pages;
        counters.liveLeaves -= leaves;
        final int order = IovaAllocator.orderOf(pages);
        if (flushQueues == null) {
            mappings.release(mapping);
            iovas.free(base, order);
        } else {
            flushQueues.add(base, order, mapping);
        }
    }

    private void clearLeaves(final long base, final long pages) {
        leaves = 0;
        largeLeaves = 0;
        final long end = base + (pages << Pages.SHIFT);
        for (long at = base; at < end; ) {
            final int shift = pageTable.clear(at);
            if (flushQueues == null) {
                iotlb.invalidate(at, shift);
            }
            countLeaf(shift);
            at += 1L << shift;
        }
    }

    @Override
    public void close() {
        if (flushQueues != null) {
            flushQueues.flushAll();
        }
    }

    /** The simulated host's caches are coherent with DMA: the call only refuses addresses that are not mapped. */
    @Override
    public void syncForCpu(final long iova, final long length, final DmaDirection direction) {
        final int place = (int) (iova >>> Pages.SHIFT) & synced.length - 1;
        if (!mappings.covers(synced[place], iova, length, direction)) {
            synced[place] = mappingToSync(iova, length, direction);
            if (synced.length < MOST_SYNCED && ++notSynced == synced.length) {
                growSynced();
            }
        }
    }

    private void growSynced() {
        final int size = synced.length;
        synced = Arrays.copyOf(synced, 2 * size);
        System.arraycopy(synced, 0, synced, size, size);
        notSynced = 0;
    }

    private int mappingToSync(final long iova, final long length, final DmaDirection direction) {
        final int mapping = mappingOf(iova);
        if (mapping == Mappings.NONE || !mappings.covers(mapping, iova, length, direction)) {
            throw noSuchMapping(iova, length, direction);
        }
        return mapping;
    }

    /** Returns the mapping that an iova is in, or NONE. */
    private int mappingOf(final long iova) {
        final PageTable.Row row = pageTable.find(iova);
        return row == null || row.leaf(iova) == FAULT ? Mappings.NONE : row.mapping(iova);
    }

    @Override
    public long nativeAddress(final long iova) {
        final PageTable.Row row = pageTable.find(iova);
        final long leaf = row == null ? FAULT : row.leaf(iova);
        return leaf == FAULT ? FAULT : PageTable.nativeAddress(leaf, iova);
    }

    @Override
    public void beginTransfer(final boolean scattersReceive) {
        iotlb.beginTransfer(scattersReceive);
    }

    @Override
    public long latency() {
        return iotlb.latency();
    }

    @Override
    public long awaitWalker(final long now) {
        return walker.await(now, iotlb.misses());
    }

    @Override
    public int walks() {
        return iotlb.walks();
    }

    @Override
    public int farLines() {
        return iotlb.farLines();
    }

    @Override
    public long translate(final long iova, final int length, final int access) {
        final int entry = iotlb.find(iova);
        if (entry != TranslationCache.ABSENT) {
            final long leaf = iotlb.leaf(entry);
            final long address = PageTable.nativeAddress(leaf, iova);
            final HostMemoryBlock block = mappings.block(iotlb.mapping(entry));
            if ((leaf & access) != 0
                    && (block == null ? isStale(entry, address, length) : block.contains(address, length))) {
                return address;
            }
        }
        counters.faults++;
        return FAULT;
    }

    /**
     * Counts an access to a mapping that has ended and is still in the IOTLB. Returns true if its memory is still
     * there.
     */
    private boolean isStale(final int entry, final long address, final int length) {
        counters.staleAccesses++;
        final HostMemoryBlock block = mappings.retired(iotlb.mapping(entry));
        return !block.isClosed() && block.contains(address, length);
    }

    private static int allowed(final DmaDirection direction) {
        return switch (direction) {
            case BIDIRECTIONAL -> ALLOWED_MASK;
            case TO_DEVICE -> PageTable.DEVICE_READS;
            case FROM_DEVICE -> PageTable.DEVICE_WRITES;
        };
    }
}
