// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Domains;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Tests the rules of the verbs contract for registration and deregistration. */
class MemoryRegionTest {
    private static final int READ = Access.REMOTE_READ;

    private static final int PAGE = 4096;
    private static final int PAGES = 64;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
    private final MemoryBlock block = device.memory().allocate(PAGES * PAGE, PAGE);
    private final long address = block.address();

    @Test
    void shouldRefuseArgumentsThatDoNotFit() {
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 0, address, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, -1, address, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, Long.MIN_VALUE, address, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 1, address + 1, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address + 1, 1, 0, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 2 * PAGE, -PAGE, READ));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 1, address, Access.REMOTE_WRITE));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 1, address, Access.REMOTE_ATOMIC));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(address, 1, address, 1 << 15));
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(-PAGE, 2 * PAGE, 0, READ));
        closeAll();
    }

    @Test
    void shouldTakeZeroBasedAndHighestIovas() {
        final ExtendedMemoryRegion zero = domain.registerMemory(address, 2 * PAGE, 0, READ);
        final ExtendedMemoryRegion high = domain.registerMemory(address, 2 * PAGE, -2 * PAGE, READ);
        final KeyTable keys = Inside.of(device, KeyTable.class);
        assertTrue(keys.allows(number(), zero.rkey(), 0, 2 * PAGE, READ, true));
        assertFalse(keys.allows(number(), zero.rkey(), -1, 2, READ, true));
        assertTrue(keys.allows(number(), high.rkey(), -2 * PAGE, 2 * PAGE, READ, true));
        assertFalse(keys.allows(number(), high.rkey(), -1, 2, READ, true));
        zero.close();
        high.close();
        closeAll();
    }

    @Test
    void shouldShowItsRegistrationsInTheDevicesPools() {
        final ExtendedMemoryRegion region = domain.registerMemory(address, 3 * PAGE, address, READ);
        assertEquals(1, device.frmrPools().pools().size());
        assertEquals(1, device.frmrPools().pools().get(0).inUse());
        region.close();
        assertEquals(1, device.frmrPools().pools().get(0).queued());
        assertEquals(1, device.registrationStatistics().handlesHeld());
        closeAll();
        assertEquals(0, device.registrationStatistics().handlesHeld());
    }

    @Test
    void shouldAgeOnASeparateProcessor() {
        for (int pages = 1; pages <= PAGES; pages *= 2) {
            domain.registerMemory(address, (long) pages * PAGE, address, READ).close();
        }
        simulation.run();
        assertEquals(7, device.registrationStatistics().handlesDestroyed());
        assertEquals(
                simulation.nanoTime(),
                Inside.of(device, HostProcessors.class).paying().nanoTime());
        closeAll();
    }

    private int number() {
        return Domains.number(domain);
    }

    /** Closes everything, and asserts that no memory is pinned, mapped or allocated afterwards. */
    private void closeAll() {
        assertEquals(0, device.iommuStatistics().livePages());
        block.close();
        domain.close();
        device.close();
    }
}
