// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.nic.config.RegistrationDesign;
import org.rpcrdma.nic.config.RegistrationStatistics;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.nic.key.DomainDirectory;
import org.rpcrdma.nic.key.KeyTable;

/** Puts together the parts that register a device's memory, for one {@link RegistrationDesign}. */
public final class Registration {
    private final RegistrationCounters statistics = new RegistrationCounters();
    private final FrmrMkeys driver;
    private final FrmrPools pools;
    private final MkeyCache mkeys;
    private final UmemPinner pinning;
    private final Registrar registrar;

    /**
     * Makes pools, or fills the cache of the older design.
     *
     * @param profile    of the device.
     * @param keys       of the device.
     * @param memory     of the host.
     * @param iommu      of the host.
     * @param processors pay for the calls.
     * @param faults     let calls fail.
     * @param domains    finds the domain that a region moves to.
     */
    public Registration(
            final DeviceProfile profile,
            final KeyTable keys,
            final HostMemory memory,
            final Iommu iommu,
            final HostProcessors processors,
            final CallFaults faults,
            final DomainDirectory domains) {
        final FirmwareCommands commands = new Firmware(keys, statistics, profile.costs(), processors, faults);
        final long begin = processors.paying().nanoTime();
        driver = new FrmrMkeys(commands);
        pools = new FrmrPools(driver, processors.newWorker());
        mkeys = newMkeys(profile, commands);
        pinning = new UmemPinner(memory, iommu, profile.configuration().memlock());
        registrar = new Registrar(
                profile,
                processors,
                faults,
                memory,
                pinning,
                new ProgrammedMkeys(commands, mkeys, statistics),
                statistics,
                domains);
        statistics.startNanos = processors.paying().nanoTime() - begin;
    }

    private MkeyCache newMkeys(final DeviceProfile profile, final FirmwareCommands commands) {
        if (profile.numbering().isRandom()) {
            return new UnsharedMkeys(commands);
        }
        return profile.configuration().design() == RegistrationDesign.FRMR_POOLS
                ? new PooledMkeys(pools)
                : new PreallocatedCache(driver);
    }

    public RegistrationStatistics statistics() {
        return statistics;
    }

    /** Returns the FRMR pools. They age on a processor of their own, like the kernel's work queue. */
    public FrmrPools pools() {
        return pools;
    }

    public Registrar registrar() {
        return registrar;
    }

    /** Returns the number of DMA mappings under regions. */
    public int pinnedMappings() {
        return pinning.live();
    }

    public void close() {
        mkeys.close();
        driver.close();
    }
}
