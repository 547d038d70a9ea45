// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.rnic.config.FaultyCall;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.Meter;

/** Allocates a device's fast-register regions, and charges the cost of the calls that use them. */
public record FastRegions(KeyTable keys, Meter meter, CallFaults faults) {
    public RnicFastRegion allocate(final DomainUse domain, final int maxPages) {
        faults.count(FaultyCall.KEY);
        final RnicFastRegion region = new RnicFastRegion(this, domain, maxPages, keys.takeKey());
        keys.put(region);
        domain.addFastRegisterRegion();
        meter.fastRegionAllocated();
        return region;
    }

    void remove(final RnicFastRegion region, final DomainUse domain) {
        keys.remove(region);
        domain.removeFastRegisterRegion();
        meter.fastRegionFreed();
    }

    /** Copies the payloads on the link before a region's memory or rights change. */
    void detachPayloads() {
        keys.detachPayloads();
    }

    /** Charges the cost of setting a page list. */
    void chargePageList(final int pages) {
        meter.pageListSet(pages);
    }
}
