// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.InPlacePayloads;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.nic.iommu.PassthroughIommu;
import org.rpcrdma.nic.iommu.TranslatingIommu;
import org.rpcrdma.nic.key.DeviceObjects;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.paging.MemoryAdvice;
import org.rpcrdma.nic.key.paging.OnDemandPaging;
import org.rpcrdma.nic.key.region.FastRegions;
import org.rpcrdma.nic.key.region.Registration;
import org.rpcrdma.sim.Simulation;

/**
 * How a device reaches memory: its IOMMU, its keys and their regions.
 *
 * @param iommu        maps host memory for the device.
 * @param contexts     the NIC's caches.
 * @param keys         the memory keys.
 * @param domains      counts and finds protection domains.
 * @param objects      counts objects of all domains.
 * @param registration registers memory.
 * @param onDemand     makes pages of on-demand regions present.
 * @param advice       advises on on-demand regions.
 * @param verbs        makes regions, windows and keys of a domain.
 */
record MemoryParts(
        Iommu iommu,
        ContextMemory contexts,
        KeyTable keys,
        ProtectionDomains domains,
        DeviceObjects objects,
        Registration registration,
        OnDemandPaging onDemand,
        MemoryAdvice advice,
        MemoryVerbs verbs) {

    static MemoryParts of(
            final DeviceProfile profile,
            final Simulation simulation,
            final HostParts host,
            final InPlacePayloads payloads) {
        final HostMemory memory = host.memory();
        final HostProcessors processors = host.processors();
        final Iommu iommu = newIommu(profile, simulation, host, payloads);
        final ContextMemory contexts = new ContextMemory(profile.costs());
        final KeyTable keys = new KeyTable(contexts, payloads, profile.numbering());
        final ProtectionDomains domains = new ProtectionDomains(profile.name());
        final DeviceObjects objects = new DeviceObjects();
        final Registration registration =
                new Registration(profile, keys, memory, iommu, processors, host.callFaults(), domains);
        final OnDemandPaging onDemand =
                new OnDemandPaging(profile, simulation, processors, keys, memory, iommu, domains);
        memory.register(onDemand);
        final FastRegions fastRegions = new FastRegions(keys, processors, host.callFaults());
        return new MemoryParts(
                iommu,
                contexts,
                keys,
                domains,
                objects,
                registration,
                onDemand,
                new MemoryAdvice(simulation, profile.costs(), processors, keys, onDemand),
                new MemoryVerbs(profile, processors, memory, keys, registration.registrar(), onDemand, fastRegions));
    }

    private static Iommu newIommu(
            final DeviceProfile profile,
            final Simulation simulation,
            final HostParts host,
            final InPlacePayloads payloads) {
        final IommuMode mode = profile.configuration().iommuMode();
        return mode == IommuMode.OFF
                ? new PassthroughIommu(host.memory(), payloads, host.callFaults())
                : new TranslatingIommu(
                        host.memory(),
                        payloads,
                        profile.costs(),
                        host.processors(),
                        host.callFaults(),
                        mode == IommuMode.LAZY ? simulation : null,
                        simulation.randomOf("iovas of " + profile.name()));
    }

    /** Returns the DMA mappings that are not under a memory region. */
    int dmaMappings() {
        return iommu.liveMappings() - registration.pinnedMappings() - onDemand.mappedPages();
    }
}
