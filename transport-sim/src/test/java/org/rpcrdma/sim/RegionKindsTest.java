// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Domains;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Shared and contiguous regions, memory of peers, and what a process may pin. */
class RegionKindsTest {
    private static final int PAGE = 4096;
    private static final int WRITE = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    private final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
    private final SimulatedDevice device = fabric.attach(
            "sim0",
            "10.98.0.1",
            DeviceConfiguration.DEFAULT.withMemlock(4 * PAGE + 1).withEnvironment(Map.of()));
    private final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
    private final int user = Domains.number(domain);
    private final MemoryBlock block = device.memory().allocate(8 * PAGE, PAGE);
    private final long address = block.address();

    @AfterEach
    void close() {
        block.close();
        domain.close();
        device.close();
    }

    @Test
    void shouldPinNoMoreThanTheProcessMay() {
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
    void shouldNotCountMemoryThatIsPinnedAlreadyOrAPeers() {
        final ExtendedMemoryRegion all = register(4 * PAGE, WRITE);
        domain.registerShared(all, address, WRITE).close();
        final MemoryBlock peer = device.peerMemory().allocate(PAGE, PAGE);
        domain.registerMemory(peer.address(), PAGE, peer.address(), WRITE).close();
        assertErrno(Errno.ENOMEM, () -> domain.registerContiguous(1, WRITE));
        peer.close();
        all.close();
        assertTrue(device.resources().memoryBlocks() == 1, "a refused contiguous region leaves no memory");
    }

    @Test
    void shouldShareMemoryUntilTheLastRegionIsClosed() {
        final ExtendedProtectionDomain other = device.allocateProtectionDomain();
        final ExtendedMemoryRegion first = register(2 * PAGE, WRITE);
        assertFalse(first.isShared());
        final ExtendedMemoryRegion second = other.registerShared(first, 0, Access.REMOTE_READ);
        assertTrue(first.isShared() && second.isShared());
        assertEquals(address, second.address());
        assertEquals(0, second.iova());
        final KeyTable keys = Inside.of(device, KeyTable.class);
        final int reader = Domains.number(other);
        assertTrue(keys.allows(reader, second.rkey(), 0, 2 * PAGE, Access.REMOTE_READ, true));
        assertFalse(keys.allows(reader, second.rkey(), 0, 1, Access.REMOTE_WRITE, true));
        assertFalse(keys.allows(user, second.rkey(), 0, 1, 0, true));
        first.close();
        assertFalse(second.isShared());
        assertErrno(Errno.EBUSY, block::close);
        assertTrue(keys.allows(reader, second.rkey(), 0, 2 * PAGE, Access.REMOTE_READ, true));
        second.close();
        other.close();
    }

    @Test
    void shouldEndSharingByANewTranslation() {
        final ExtendedMemoryRegion first = register(PAGE, WRITE);
        final ExtendedMemoryRegion second = domain.registerShared(first, address, WRITE);
        second.reregister(CHANGE_TRANSLATION, null, address + PAGE, PAGE, 0);
        assertFalse(first.isShared() || second.isShared());
        assertEquals(address + PAGE, second.address());
        assertEquals(2, device.iommuStatistics().livePages());
        second.close();
        first.close();
    }

    @Test
    void shouldNotWriteThroughASharedRegionWhatIsPinnedForReading() {
        final ExtendedMemoryRegion first = register(PAGE, Access.REMOTE_READ);
        assertErrno(Errno.EINVAL, () -> domain.registerShared(first, address, WRITE));
        assertErrno(Errno.EINVAL, () -> domain.registerShared(first, address + 1, Access.REMOTE_READ));
        first.close();
    }

    @Test
    void shouldGiveContiguousMemoryBackWithTheLastRegionOverIt() {
        final ExtendedMemoryRegion region = domain.registerContiguous(3 * PAGE, WRITE);
        assertEquals(0, region.address() & (2 * PAGE - 1));
        assertEquals(2, device.resources().memoryBlocks());
        final ExtendedMemoryRegion shared = domain.registerShared(region, region.address(), Access.REMOTE_READ);
        region.close();
        assertEquals(2, device.resources().memoryBlocks());
        shared.close();
        assertEquals(1, device.resources().memoryBlocks());
        assertErrno(Errno.EINVAL, () -> domain.registerContiguous(PAGE, WRITE | Access.ON_DEMAND));
        assertErrno(Errno.EINVAL, () -> domain.registerContiguous(0, WRITE));
    }

    private ExtendedMemoryRegion register(final long length, final int access) {
        return domain.registerMemory(address, length, address, access);
    }
}
