// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import java.util.Arrays;
import org.rpcrdma.sim.host.IovaAllocator;

/**
 * The free iovas of one size. Each processor has its own magazines, and all processors share a depot of full magazines.
 * On a host with a long uptime, {@link AgedIovas} are used when the depot is empty, and the processors' magazines
 * initially contain some aged iovas.
 *
 * <pre>
 * processor 0: loaded, previous  --- a full magazine -->  depot [127] [127] ...
 * processor 1: loaded, previous  <-- a full magazine ---        aged: 127 at a time
 * </pre>
 */
final class IovaCache {
    private final AgedIovas aged;
    private IovaMagazines[] magazines = new IovaMagazines[1];
    /** The full magazines, followed by empty magazines that can be reused. */
    private long[][] depot = {};

    private int depotCount;
    private boolean isDepotUsed;

    IovaCache(final AgedIovas aged) {
        this.aged = aged;
    }

    /** Takes an iova for a processor, or returns NONE if neither the processor nor the depot has one. */
    long take(final int processor, final IovaAllocator tree) {
        final IovaMagazines own = magazinesOf(processor);
        isDepotUsed = false;
        if (!own.isEmpty()) {
            return own.take();
        }
        if (own.takeAged()) {
            return aged.take(tree);
        }
        isDepotUsed = true;
        return takeFromDepot(own, tree);
    }

    /** Frees an iova into a processor's magazines. */
    void put(final int processor, final long iova) {
        final IovaMagazines own = magazinesOf(processor);
        isDepotUsed = own.isFull();
        if (isDepotUsed && !own.giveBackAged()) {
            if (depotCount == depot.length) {
                depot = Arrays.copyOf(depot, Math.max(4, 2 * depotCount));
            }
            depot[depotCount] = own.unload(depot[depotCount]);
            depotCount++;
        }
        own.put(iova);
    }

    /** Returns true if the last call used the depot. */
    boolean isDepotUsed() {
        return isDepotUsed;
    }

    private IovaMagazines magazinesOf(final int processor) {
        if (processor >= magazines.length) {
            magazines = Arrays.copyOf(magazines, Math.max(processor + 1, 2 * magazines.length));
        }
        if (magazines[processor] == null) {
            magazines[processor] = new IovaMagazines();
            magazines[processor].addAged(aged.some(2 * IovaMagazines.SIZE));
        }
        return magazines[processor];
    }

    private long takeFromDepot(final IovaMagazines own, final IovaAllocator tree) {
        if (depotCount > 0) {
            depotCount--;
            depot[depotCount] = own.load(depot[depotCount]);
            return own.take();
        }
        if (aged.areNone()) {
            return IovaAllocator.NONE;
        }
        own.addAged(IovaMagazines.SIZE - 1);
        return aged.take(tree);
    }
}
