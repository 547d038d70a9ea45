// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.DeviceConfiguration;
import org.rpcrdma.nic.host.CallFaults;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.iommu.Iommu;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.nic.key.region.Firmware;
import org.rpcrdma.nic.key.region.ForkProtection;
import org.rpcrdma.nic.key.region.FrmrMkeys;
import org.rpcrdma.nic.key.region.PooledMkeys;
import org.rpcrdma.nic.key.region.ProgrammedMkeys;
import org.rpcrdma.nic.key.region.Registrar;
import org.rpcrdma.nic.key.region.RegistrationCounters;
import org.rpcrdma.nic.key.region.SimulatedMemoryRegion;
import org.rpcrdma.nic.key.region.UmemPinner;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/** A device with memory, and a registrar of its own on it whose commands can be refused. */
final class RegisteringHost {
    public static final int PAGE = 4096;
    static final int PAGES = 64;

    public final Simulation simulation = new Simulation(1);
    final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    public final SimulatedDevice device = fabric.attach("sim0", "10.98.0.1");
    public final SimulatedProtectionDomain domain = (SimulatedProtectionDomain) device.allocateProtectionDomain();
    public final MemoryBlock block = device.memory().allocate(PAGES * PAGE, PAGE);
    public final long address = block.address();

    public final RegistrationCounters statistics = new RegistrationCounters();
    public final RefusingFirmware commands = new RefusingFirmware(new Firmware(
            Inside.of(device, KeyTable.class),
            statistics,
            CostModel.defaults(),
            Inside.of(device, HostProcessors.class),
            Inside.of(device, CallFaults.class)));
    public final FrmrMkeys driver = new FrmrMkeys(commands);
    public final FrmrPools pools =
            new FrmrPools(driver, Inside.of(device, HostProcessors.class).newProcessor());
    public final Registrar registrar = new Registrar(
            new DeviceProfile(
                    "sim0", device.gid(1, 0), DeviceConfiguration.DEFAULT, device.attributes(), CostModel.defaults()),
            Inside.of(device, HostProcessors.class),
            Inside.of(device, CallFaults.class),
            Inside.of(device, HostMemory.class),
            new UmemPinner(Inside.of(device, HostMemory.class), Inside.of(device, Iommu.class), Long.MAX_VALUE),
            new ForkProtection(Inside.of(device, HostMemory.class), Map.of()),
            new ProgrammedMkeys(commands, new PooledMkeys(pools), statistics),
            statistics,
            domain.domains());

    public SimulatedMemoryRegion register(final int pages, final int access) {
        return registrar.register(domain.use(), address, (long) pages * PAGE, address, access);
    }

    public FrmrPool pool(final int pages) {
        return pools.pool(FrmrKey.of(0, pages));
    }

    /** Whether a key opens the first byte of the memory, at the memory's own address. */
    public boolean opens(final int key, final int rights) {
        return Inside.of(device, KeyTable.class).allows(domain.use().number(), key, address, 1, rights, true);
    }

    /** Closes everything: nothing is left pinned, mapped or held. */
    public void assertNothingLeft() {
        pools.close();
        driver.close();
        assertEquals(0, statistics.handlesHeld());
        assertEquals(0, statistics.bytesHeld());
        assertEquals(statistics.registrations(), statistics.deregistrations());
        assertEquals(0, device.iommuStatistics().livePages());
        block.close();
        domain.close();
        device.close();
    }

    public static void assertErrno(final Errno errno, final Executable call) {
        assertEquals(errno, assertThrows(VerbsException.class, call).errno());
    }
}
