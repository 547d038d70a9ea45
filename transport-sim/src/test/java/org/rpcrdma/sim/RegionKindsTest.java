// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests how much memory a process may pin: its own memory up to a limit, and a peer's memory without a limit. */
class RegionKindsTest {
    private static final int PAGE = 4096;
    private static final int WRITE = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    private final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
    private final SimulatedDevice device = fabric.attach(
            "sim0",
            "10.98.0.1",
            DeviceConfiguration.DEFAULT.withMemlock(4 * PAGE + 1).withEnvironment(Map.of()));
    private final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
    private final MemoryBlock block = device.memory().allocate(8 * PAGE, PAGE);
    private final long address = block.address();

    @AfterEach
    void close() {
        block.close();
        domain.close();
        device.close();
    }

    @Test
    void shouldPinAtMostTheProcessLimit() {
        final ExtendedMemoryRegion three = register(3 * PAGE, WRITE);
        assertErrno(Errno.ENOMEM, () -> register(PAGE + 1, WRITE));
        final ExtendedMemoryRegion one = register(PAGE, WRITE);
        final ReregisterException refusal = assertThrows(
                ReregisterException.class, () -> one.reregister(CHANGE_TRANSLATION, null, address, PAGE, 0));
        assertEquals(ReregisterError.CMD, refusal.error());
        assertEquals(Errno.ENOMEM, refusal.errno());
        one.close();
        three.close();
        register(4 * PAGE, WRITE).close();
    }

    @Test
    void shouldNotCountMemoryOfAPeer() {
        final ExtendedMemoryRegion all = register(4 * PAGE, WRITE);
        final MemoryBlock peer = device.peerMemory().allocate(PAGE, PAGE);
        domain.registerMemory(peer.address(), PAGE, peer.address(), WRITE).close();
        peer.close();
        all.close();
    }

    private ExtendedMemoryRegion register(final long length, final int access) {
        return domain.registerMemory(address, length, address, access);
    }
}
