// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.rnic.config.RegistrationStatistics;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.rnic.port.RegistrationSettings;

/** Assembles the parts that register a device's memory, according to a {@link RegistrationDesign}. */
public final class Registration {
    private final RegistrationCounters statistics = new RegistrationCounters();
    private final FrmrMkeys driver;
    private final FrmrPools pools;
    private final MkeyCache mkeys;
    private final Registrar registrar;

    /**
     * Creates FRMR pools, or fills the cache of the older design.
     *
     * @param profile  the device's profile.
     * @param settings the settings for registrations.
     * @param keys     the device's keys.
     * @param pinning  pins registered memory.
     * @param loops    provide the time.
     * @param meter    records the calls.
     * @param faults   make calls fail on demand.
     */
    public Registration(
            final DeviceProfile profile,
            final RegistrationSettings settings,
            final KeyTable keys,
            final UmemPinner pinning,
            final HostLoops loops,
            final Meter meter,
            final CallFaults faults) {
        final FirmwareCommands commands = new Firmware(keys, statistics, settings, meter, faults);
        final long begin = loops.callerTime();
        driver = new FrmrMkeys(commands);
        pools = new FrmrPools(driver, loops.newWorker());
        mkeys = newMkeys(profile.numbering(), settings.design(), commands);
        registrar = new Registrar(
                profile.attributes(),
                meter,
                faults,
                pinning,
                new ProgrammedMkeys(commands, mkeys, statistics),
                statistics);
        statistics.startNanos = loops.callerTime() - begin;
    }

    private MkeyCache newMkeys(
            final Numbering numbering, final RegistrationDesign design, final FirmwareCommands commands) {
        if (numbering.isRandom()) {
            return new UnsharedMkeys(commands);
        }
        return design == RegistrationDesign.FRMR_POOLS ? new PooledMkeys(pools) : new PreallocatedCache(driver);
    }

    public RegistrationStatistics statistics() {
        return statistics;
    }

    /** Returns the FRMR pools. The pools age on a separate CPU, as they do in the kernel's work queue. */
    public FrmrPools pools() {
        return pools;
    }

    public Registrar registrar() {
        return registrar;
    }

    public void close() {
        mkeys.close();
        driver.close();
    }
}
