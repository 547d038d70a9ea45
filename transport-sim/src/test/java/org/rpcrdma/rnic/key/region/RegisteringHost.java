// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.host.EngineSettings.protocol;
import static org.rpcrdma.sim.host.EngineSettings.registration;
import static org.rpcrdma.sim.host.EngineSettings.times;

import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.rnic.GrantedAttributes;
import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.BareHost;
import org.rpcrdma.sim.host.CostMeter;
import org.rpcrdma.sim.iommu.TranslatingIommu;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.MemoryBlock;

/** A host that registers memory without a device. Its firmware can reject commands. */
final class RegisteringHost {
    static final int PAGE = 4096;
    static final int PAGES = 64;

    final BareHost host = new BareHost(CostModel.defaults());
    final Simulation simulation = host.simulation;
    final TranslatingIommu iommu = new TranslatingIommu(
            host.memory, () -> {}, host.costs, host.processors, host.faults, null, new SeededRandom(1));
    final KeyTable keys = new KeyTable(new ContextMemory(host.costs), () -> {}, Numbering.IN_ORDER);
    final FakeDomains domains = new FakeDomains();
    final DomainUse domain = domains.open();
    final MemoryBlock block = host.memory.allocate(PAGES * PAGE, PAGE);
    final long address = block.address();

    final Meter meter = new CostMeter(host.costs, host.processors);
    final RegistrationCounters statistics = new RegistrationCounters();
    final RefusingFirmware commands = new RefusingFirmware(
            new Firmware(keys, statistics, registration(DeviceConfiguration.DEFAULT, host.costs), meter, host.faults));
    final FrmrMkeys driver = new FrmrMkeys(commands);
    final FrmrPools pools = new FrmrPools(driver, host.processors.newProcessor());
    final DeviceProfile profile;
    final Registrar registrar;

    RegisteringHost() {
        this(DeviceConfiguration.DEFAULT);
    }

    RegisteringHost(final DeviceConfiguration configuration) {
        profile = new DeviceProfile(
                "sim0",
                new Gid(0, 1),
                configuration.personality(),
                configuration.environment(),
                GrantedAttributes.of(configuration.personality(), configuration.missing()),
                Numbering.IN_ORDER,
                times(host.costs),
                protocol(host.costs));
        registrar = new Registrar(
                profile.attributes(),
                meter,
                host.faults,
                new UmemPinner(host.memory, iommu, Long.MAX_VALUE),
                new ProgrammedMkeys(commands, new PooledMkeys(pools), statistics),
                statistics);
    }

    RnicMemoryRegion register(final int pages, final int access) {
        return registrar.register(domain, address, (long) pages * PAGE, address, access);
    }

    FrmrPool pool(final int pages) {
        return pools.pool(FrmrKey.of(0, pages));
    }

    /** Returns true if a key grants access to the first byte of the memory, at the memory's address. */
    boolean opens(final int key, final int rights) {
        return keys.allows(domain.number(), key, address, 1, rights, true);
    }

    /** Returns the clock of the processor that is charged for the current call. */
    long now() {
        return host.now();
    }

    /** Closes everything, and asserts that no memory is pinned, mapped or allocated afterwards. */
    void assertNothingLeft() {
        pools.close();
        driver.close();
        assertEquals(0, statistics.handlesHeld());
        assertEquals(0, statistics.bytesHeld());
        assertEquals(statistics.registrations(), statistics.deregistrations());
        assertEquals(0, iommu.statistics().livePages());
        block.close();
        assertTrue(domain.isEmpty(), domain.toString());
        assertEquals(0, domains.regions());
        assertEquals(0, host.memory.liveBlocks());
    }
}
