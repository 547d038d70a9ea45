// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.rnic.config.RegistrationStatistics;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests the older design of registration, in which a cache of mkeys is filled when the device is attached. */
class RegistrationDesignTest {
    private static final int PAGE = 4096;
    private static final int AT_START = 12 * 500 + 64 + 32 + 16 + 8;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults())
            .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.withDesign(RegistrationDesign.PREALLOCATED_CACHE));
    private final RegistrationStatistics statistics = device.registrationStatistics();
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final MemoryBlock block = device.memory().allocate(1024 * PAGE, PAGE);

    /**
     * An mkey occupies 64 bytes. There are 500 mkeys for each size from 4 to 8192 pages, and 2^19 pages in each of the
     * four larger size classes.
     */
    @Test
    void shouldHoldAHundredMegabytesFromTheStart() {
        assertEquals(AT_START, statistics.handlesCreated());
        final long pages = 500L * (16_384 - 4) + 64L * 16_384 + 32L * 32_768 + 16L * 65_536 + 8L * 131_072;
        assertEquals(64L * AT_START + 8 * pages, statistics.bytesHeld());
        assertEquals(99_466_112, statistics.bytesHeld());
        assertEquals(AT_START * 230_000L, statistics.startNanos());
        assertEquals(0, device.frmrPools().pools().size());
        finish(AT_START);
    }

    @Test
    void shouldServeEachSizeFromItsClass() {
        final int[] keys = new int[11];
        for (int order = 0; order <= 10; order++) {
            final MemoryRegion region = register(1 << order, Access.REMOTE_READ);
            keys[order] = region.rkey();
            region.close();
        }
        assertEquals(keys[0], keys[1], "1 to 4 pages are one class");
        assertEquals(keys[1], keys[2]);
        for (int order = 3; order <= 10; order++) {
            assertNotEquals(keys[order - 1], keys[order]);
        }
        final MemoryRegion five = register(5, Access.REMOTE_READ);
        assertEquals(keys[3], five.rkey(), "5 to 8 pages are one class");
        five.close();
        assertEquals(12, statistics.handlesReused());
        finish(AT_START);
    }

    @Test
    void shouldCreateAndKeepMoreMkeysIfAClassRunsOut() {
        final List<MemoryRegion> regions = new ArrayList<>();
        for (int i = 0; i < 503; i++) {
            regions.add(register(8, Access.REMOTE_READ));
        }
        assertEquals(AT_START + 3, statistics.handlesCreated());
        assertEquals(500, statistics.handlesReused());
        regions.forEach(MemoryRegion::close);
        simulation.run();
        assertEquals(AT_START + 3, statistics.handlesHeld());
        finish(AT_START + 3);
    }

    @Test
    void shouldCreateAndDestroyMkeysOutsideAllClasses() {
        register(8, Access.LOCAL_WRITE | Access.REMOTE_ATOMIC).close();
        assertEquals(AT_START + 1, statistics.handlesCreated());
        assertEquals(1, statistics.handlesDestroyed());
        assertEquals(0, statistics.handlesReused());
        finish(AT_START + 1);
    }

    private MemoryRegion register(final int pages, final int access) {
        return domain.registerMemory(block.address(), (long) pages * PAGE, block.address(), access);
    }

    private void finish(final int created) {
        block.close();
        domain.close();
        device.close();
        assertEquals(created, statistics.handlesCreated());
        assertEquals(0, statistics.handlesHeld());
        assertEquals(0, statistics.bytesHeld());
    }
}
