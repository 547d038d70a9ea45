// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.iommu;

import java.util.Arrays;
import org.rpcrdma.nic.host.IovaAllocator;
import org.rpcrdma.nic.host.Pages;

/**
 * The free iovas of one size: each processor's magazines, and full magazines in a depot that the processors share. A
 * host with uptime has aged iovas in its depot at first.
 *
 * <pre>
 * processor 0: loaded, previous  --- full, or for a full one --->  depot [127] [127] ...
 * processor 1: loaded, previous  <--------------------------------       aged: 127 at a time
 * </pre>
 */
final class IovaCache {
    private final int order;
    private final AgedIovas aged;
    private IovaMagazines[] magazines = new IovaMagazines[1];
    /** Full magazines; above them empty ones, to be filled. */
    private long[][] depot = {};

    private int depotCount;
    /** Aged iovas that no processor has. */
    private int agedLeft;

    private long agedBase = IovaAllocator.NONE;
    private boolean isDepotUsed;

    IovaCache(final int order, final AgedIovas aged) {
        this.order = order;
        this.aged = aged;
        agedLeft = aged.count();
    }

    /** Takes an iova for a processor; NONE if neither it nor the depot has one. */
    long take(final int processor, final IovaAllocator tree) {
        final IovaMagazines own = magazinesOf(processor);
        isDepotUsed = false;
        if (!own.isEmpty()) {
            return own.take();
        }
        if (own.takeAged()) {
            return takeAged(tree);
        }
        isDepotUsed = true;
        return takeFromDepot(own, tree);
    }

    /** Gives an iova back to a processor. */
    void put(final int processor, final long iova) {
        final IovaMagazines own = magazinesOf(processor);
        isDepotUsed = own.isFull();
        if (isDepotUsed) {
            if (depotCount == depot.length) {
                depot = Arrays.copyOf(depot, Math.max(4, 2 * depotCount));
            }
            depot[depotCount] = own.unload(depot[depotCount]);
            depotCount++;
        }
        own.put(iova);
    }

    /** Returns true if the last call went to the depot. */
    boolean isDepotUsed() {
        return isDepotUsed;
    }

    private IovaMagazines magazinesOf(final int processor) {
        if (processor >= magazines.length) {
            magazines = Arrays.copyOf(magazines, Math.max(processor + 1, 2 * magazines.length));
        }
        if (magazines[processor] == null) {
            magazines[processor] = new IovaMagazines();
        }
        return magazines[processor];
    }

    private long takeFromDepot(final IovaMagazines own, final IovaAllocator tree) {
        if (depotCount > 0) {
            depotCount--;
            depot[depotCount] = own.load(depot[depotCount]);
            return own.take();
        }
        final int number = Math.min(IovaMagazines.SIZE, agedLeft);
        if (number == 0) {
            return IovaAllocator.NONE;
        }
        agedLeft -= number;
        own.addAged(number - 1);
        return takeAged(tree);
    }

    private long takeAged(final IovaAllocator tree) {
        if (agedBase == IovaAllocator.NONE) {
            agedBase = tree.allocate(order + aged.bits());
        }
        return agedBase + (aged.take() << (order + Pages.SHIFT));
    }
}
