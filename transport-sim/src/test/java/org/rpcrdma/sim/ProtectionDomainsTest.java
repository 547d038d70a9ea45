// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests that a device accepts only its own open domains. */
class ProtectionDomainsTest {
    private static final int PAGE = 4096;

    private final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
    private final SimulatedDevice device = fabric.attach("sim0", "10.98.0.1");
    private final ProtectionDomain domain = device.allocateProtectionDomain();

    @Test
    void shouldRefuseToMoveARegionToADomainThatIsClosed() {
        final ProtectionDomain closed = device.allocateProtectionDomain();
        closed.close();
        assertRefused(closed);
    }

    @Test
    void shouldRefuseToMoveARegionToADomainOfAnotherDevice() {
        assertRefused(fabric.attach("sim1", "10.98.0.2").allocateProtectionDomain());
    }

    private void assertRefused(final ProtectionDomain target) {
        final ExtendedMemoryRegion region = (ExtendedMemoryRegion)
                domain.registerMemory(device.memory().allocate(PAGE, PAGE).address(), PAGE, 0, Access.LOCAL_WRITE);
        assertErrno(ReregisterException.class, Errno.EINVAL, () -> region.reregister(CHANGE_PD, target, 0, 0, 0));
    }
}
