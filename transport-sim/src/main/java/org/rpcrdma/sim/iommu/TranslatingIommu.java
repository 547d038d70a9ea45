// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;
import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.HostMemoryBlock;
import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.sim.cache.TranslationCache;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.host.IovaAllocator;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An IOMMU that translates addresses. A {@link PageTable} contains its DMA mappings, and the device's DMA reads the
 * table through an {@link Iotlb}.
 *
 * <p>A mapping uses the largest leaves of {@code iommu.leaves} that its address, its length and the requested alignment
 * of the memory allow. The alignment matters because it guarantees contiguity. The iova is aligned to the mapping's
 * size, so aligned memory addresses have aligned iovas. Each contiguous piece of memory is linked to the iova range
 * separately. If memory is fragmented, pieces can be smaller than the alignment. These pieces are also linked
 * separately, but the page table keeps the leaves that the alignment allows.
 *
 * <p>Unmapping removes a mapping from the page table. In strict mode, and in {@link #destroy}, the IOTLB entries of its
 * leaves are invalidated before the call returns. In lazy mode, they are invalidated later, together with the entries
 * of other mappings ({@link FlushQueues}). Tables are never freed, so the page-walk caches stay valid.
 *
 * <p>If a device accesses a removed mapping, the access counts as a fault or, if a lazy IOMMU still translates the
 * address, as a stale access. As on hardware, a stale access succeeds while the memory is still allocated.
 */
public final class TranslatingIommu extends Iommu implements PageWalks {
    private final IommuCounters counters = new IommuCounters();
    private static final int FIRST_SYNCED = 8;
    private static final int MOST_SYNCED = 256;
    private static final int ALLOWED_MASK = DEVICE_READS | DEVICE_WRITES;

    private final HostProcessors processors;
    private final CallFaults callFaults;
    private final Iovas iovas;
    private final PageTable pageTable = new PageTable();
    private final Mappings mappings = new Mappings();
    private final Iotlb iotlb;
    private final PageWalker walker;
    /**
     * The mapping in which the last sync of a page found the page, indexed by the page number modulo the array's
     * length. The array grows after unsuccessful look-ups.
     */
    private int[] synced = new int[FIRST_SYNCED];

    private int notSynced;

    /** The supported sizes of leaves, one bit per size. */
    private final long leafSizes;
    /** The smallest leaf size, which is also the minimum size of an iova range. */
    private final long granule;
    /** The size of the largest leaf that the current block's mapping can use. */
    private long largestHere;
    /** The number of contiguous memory pieces in the latest mapping. */
    private long pieces;

    /** The queues of unmapped mappings in lazy mode; null in strict mode. */
    private final FlushQueues flushQueues;

    private final InvalidationQueue invalidations;

    /** The number of leaves in the latest mapping or unmapping. */
    private long leaves;
    /** The number of page-table entries that these leaves occupy. */
    private long entries;

    /**
     * Creates an IOMMU without mappings.
     *
     * @param memory     the host's memory.
     * @param payloads   the payloads that are sent in place; a payload is copied before its mapping is removed.
     * @param costs      the costs of mapping, and the sizes of the caches.
     * @param processors the processors, which are charged for mappings.
     * @param callFaults the faults that make mappings fail.
     * @param lazyClock  the clock of a lazy IOMMU's flushes; null if the IOMMU is strict.
     * @param random     the generator that determines the order of aged iovas.
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
        leafSizes = (long) costs.get(CostParameter.LEAVES);
        granule = Long.lowestOneBit(leafSizes);
    }

    @Override
    public IommuStatistics statistics() {
        return counters;
    }

    @Override
    public int liveMappings() {
        return mappings.size();
    }

    @Override
    public long map(final long address, final long length, final DmaDirection direction) {
        final long iova = mapPieces(address, length, direction);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_MAP, 1);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_LINK, pieces - 1);
        return iova;
    }

    @Override
    public long link(final long address, final long length, final DmaDirection direction) {
        final long iova = mapPieces(address, length, direction);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_RESERVE, 1);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_LINK, pieces);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_SYNC, 1);
        return iova;
    }

    /** Maps a block's pieces, and charges the costs that depend on iovas and leaves. */
    private long mapPieces(final long address, final long length, final DmaDirection direction) {
        callFaults.count(FaultyCall.MAPPING);
        final long iova = insert(address, length, direction);
        iovas.charge();
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_MAP_PAGE, Math.max(0, leaves - pieces));
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_MAP_ENTRY, entries - leaves);
        return iova;
    }

    @Override
    public long insert(final long address, final long length, final DmaDirection direction) {
        final HostMemoryBlock block = pin(address, length);
        final long start = address & -granule;
        final long pages = pages(start, address + length);
        final long base = iovas.allocate(IovaAllocator.orderOf(pages));
        if (base == IovaAllocator.NONE) {
            block.removeMapping();
            throw new VerbsException(Errno.ENOMEM, "no free IOVA range: pages=" + pages);
        }
        final long iova = base + address - start;
        final int mapping = mappings.add(iova, length, direction, block);
        // The real block may have longer contiguous runs. If they were used, runs of the simulation would not be
        // repeatable.
        largestHere = Math.max(granule, Math.min(PageTable.LARGEST, block.alignment()));
        pieces = block.pieces(address, length, granule);
        setLeaves(base, start - base, pages, allowed(direction), mapping);
        counters.mappings++;
        counters.pagesMapped += pages;
        counters.leavesMapped += leaves;
        counters.livePages += pages;
        counters.liveLeaves += leaves;
        return iova;
    }

    /**
     * Returns the number of pages in all leaves between two addresses. {@code start} must be the start of a leaf. The
     * last leaf is counted in full, even if it extends beyond {@code end}.
     */
    private long pages(final long start, final long end) {
        return (end - start + granule - 1 & -granule) >>> Pages.SHIFT;
    }

    private void setLeaves(
            final long base, final long distance, final long pages, final int rights, final int mapping) {
        leaves = 0;
        entries = 0;
        final long end = base + (pages << Pages.SHIFT);
        for (long at = base; at < end; ) {
            final int shift = leafShift(at, at + distance, end - at);
            pageTable.set(at, shift, (at + distance) | rights, mapping);
            countLeaf(shift);
            at += 1L << shift;
        }
    }

    /**
     * Returns the size, as a shift, of the largest leaf that can start at an iova without exceeding the remaining
     * length.
     */
    private int leafShift(final long iova, final long address, final long left) {
        final long places = Long.lowestOneBit(iova | address | largestHere);
        final long most = Math.min(places, Long.highestOneBit(left));
        return Long.numberOfTrailingZeros(Long.highestOneBit(leafSizes & 2 * most - 1));
    }

    private void countLeaf(final int shift) {
        leaves++;
        entries += shift == PageTable.HUGE_SHIFT ? 1 : (1L << shift) / granule;
    }

    @Override
    public void unmap(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_UNMAP, 1);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_UNMAP_PAGE, leaves - 1);
        if (flushQueues == null) {
            invalidations.invalidate(leaves);
            iovas.charge();
        }
    }

    /** Invalidates immediately even in lazy mode, as Linux does. */
    @Override
    public void destroy(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction, true);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_DESTROY, 1);
        processors.charge(ProcessorWork.MAPPING, CostParameter.DMA_UNMAP_PAGE, leaves);
        invalidations.invalidate(leaves);
        iovas.charge();
    }

    @Override
    public void remove(final long iova, final long length, final DmaDirection direction) {
        remove(iova, length, direction, flushQueues == null);
    }

    private void remove(final long iova, final long length, final DmaDirection direction, final boolean invalidates) {
        final int mapping = mappingOf(iova);
        if (mapping == Mappings.NONE || !mappings.is(mapping, iova, length, direction)) {
            throw noSuchMapping(iova, length, direction);
        }
        detachPayloads();
        final long base = iova & -granule;
        final long pages = pages(base, iova + length);
        clearLeaves(base, pages, invalidates);
        final HostMemoryBlock block = mappings.block(mapping);
        mappings.retire(mapping);
        block.removeMapping();
        counters.unmappings++;
        counters.livePages -= pages;
        counters.liveLeaves -= leaves;
        final int order = IovaAllocator.orderOf(pages);
        if (invalidates) {
            mappings.release(mapping);
            iovas.free(base, order);
        } else {
            flushQueues.add(base, order, mapping);
        }
    }

    private void clearLeaves(final long base, final long pages, final boolean invalidates) {
        leaves = 0;
        entries = 0;
        final long end = base + (pages << Pages.SHIFT);
        for (long at = base; at < end; ) {
            final int shift = pageTable.clear(at);
            if (invalidates) {
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

    /**
     * Throws an exception if an address is not mapped. Otherwise does nothing, because the simulated host's caches are
     * coherent with DMA.
     */
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

    /** Returns the mapping that contains an iova, or NONE. */
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
     * Counts an access to a removed mapping that is still in the IOTLB. Returns true if the mapping's memory is still
     * allocated.
     */
    private boolean isStale(final int entry, final long address, final int length) {
        counters.staleAccesses++;
        final HostMemoryBlock block = mappings.retired(iotlb.mapping(entry));
        return !block.isClosed() && block.contains(address, length);
    }

    private static int allowed(final DmaDirection direction) {
        return switch (direction) {
            case BIDIRECTIONAL -> ALLOWED_MASK;
            case TO_DEVICE -> DEVICE_READS;
            case FROM_DEVICE -> DEVICE_WRITES;
        };
    }
}
