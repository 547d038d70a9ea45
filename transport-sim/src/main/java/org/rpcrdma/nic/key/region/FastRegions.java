// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.config.FaultyCall;
import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;

/** Allocates the fast-register regions of a device, and charges the cost of the calls for them. */
public record FastRegions(KeyTable keys, HostProcessors processors, CallFaults faults) {
    public SimulatedFastRegion allocate(final DomainUse domain, final int maxPages) {
        faults.count(FaultyCall.KEY);
        final SimulatedFastRegion region = new SimulatedFastRegion(this, domain, maxPages, keys.takeKey());
        keys.put(region);
        domain.addFastRegisterRegion();
        processors.charge(ProcessorWork.REGISTRATION, CostParameter.ALLOC_MR, 1);
        return region;
    }

    void remove(final SimulatedFastRegion region, final DomainUse domain) {
        keys.remove(region);
        domain.removeFastRegisterRegion();
        processors.charge(ProcessorWork.REGISTRATION, CostParameter.DEREG_MR, 1);
    }

    /** Copies the payloads on the link before a region's memory or rights change. */
    void detachPayloads() {
        keys.detachPayloads();
    }

    /** Charges the making of a page list. */
    void chargePageList(final int pages) {
        processors.charge(ProcessorWork.REGISTRATION, CostParameter.MAP_MR_SG, 1);
        processors.charge(ProcessorWork.REGISTRATION, CostParameter.MAP_MR_SG_PAGE, pages - 1);
    }
}
