// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.nic.RegisteringHost.PAGE;
import static org.rpcrdma.nic.RegisteringHost.PAGES;
import static org.rpcrdma.nic.RegisteringHost.assertErrno;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** The contract's rules of registration and deregistration. */
class MemoryRegionTest {
    private static final int READ = Access.REMOTE_READ;

    private final RegisteringHost host = new RegisteringHost();
    private final ExtendedProtectionDomain domain = host.domain;
    private final long address = host.address;
    private final long end = address + (long) PAGES * PAGE;

    @Test
    void shouldTellWhatWasRegistered() {
        final long iova = 0x7777_0000_0000L + 5;
        final ExtendedMemoryRegion region = domain.registerMemory(address + 5, 100, iova, READ);
        assertEquals(address + 5, region.address());
        assertEquals(100, region.length());
        assertEquals(iova, region.iova());
        assertEquals(READ, region.access());
        assertEquals(domain, region.domain());
        assertEquals(region.lkey(), region.rkey());
        region.close();
        assertErrno(Errno.EINVAL, region::close);
        host.assertNothingLeft();
    }

    @Test
    void shouldGiveAnRkeyWhateverTheRightsAre() {
        final ExtendedMemoryRegion region = domain.registerMemory(address, 1, address, 0);
        assertTrue(host.opens(region.rkey(), 0));
        assertFalse(host.opens(region.rkey(), READ));
        region.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldRefuseMemoryThatIsNotThere() {
        assertErrno(Errno.EFAULT, () -> domain.registerMemory(end, 1, end, READ));
        assertErrno(Errno.EFAULT, () -> domain.registerMemory(end - 1, 2, end - 1, READ));
        assertErrno(Errno.EFAULT, () -> domain.registerMemory(address - 1, 2, address - 1, READ));
        assertErrno(Errno.EFAULT, () -> domain.registerMemory(address, 1L << 40, address, READ));
        assertErrno(Errno.EFAULT, () -> domain.registerMemory(0, 4096, 0, READ));
        host.assertNothingLeft();
    }

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
        host.assertNothingLeft();
    }

    @Test
    void shouldTakeZeroBasedAndHighestIovas() {
        final ExtendedMemoryRegion zero = domain.registerMemory(address, 2 * PAGE, 0, READ);
        final ExtendedMemoryRegion high = domain.registerMemory(address, 2 * PAGE, -2 * PAGE, READ);
        final KeyTable keys = Inside.of(host.device, KeyTable.class);
        assertTrue(keys.allows(host.domain.use().number(), zero.rkey(), 0, 2 * PAGE, READ, true));
        assertFalse(keys.allows(host.domain.use().number(), zero.rkey(), -1, 2, READ, true));
        assertTrue(keys.allows(host.domain.use().number(), high.rkey(), -2 * PAGE, 2 * PAGE, READ, true));
        assertFalse(keys.allows(host.domain.use().number(), high.rkey(), -1, 2, READ, true));
        zero.close();
        high.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldKeepMemoryAndDomainWhileARegionLives() {
        final ExtendedMemoryRegion one = domain.registerMemory(address, PAGE, address, READ);
        final ExtendedMemoryRegion other = domain.registerMemory(address, PAGE, address, READ);
        assertErrno(Errno.EBUSY, host.block::close);
        assertErrno(Errno.EBUSY, domain::close);
        one.close();
        assertErrno(Errno.EBUSY, host.block::close);
        assertErrno(Errno.EBUSY, host.device::close);
        other.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldRefuseAClosedDomain() {
        final ExtendedProtectionDomain closed = host.device.allocateProtectionDomain();
        closed.close();
        assertErrno(Errno.EINVAL, () -> closed.registerMemory(address, PAGE, address, READ));
        host.assertNothingLeft();
    }

    @Test
    void shouldShowItsRegistrationsInTheDevicesPools() {
        final ExtendedMemoryRegion region = domain.registerMemory(address, 3 * PAGE, address, READ);
        assertEquals(1, host.device.frmrPools().pools().size());
        assertEquals(1, host.device.frmrPools().pools().get(0).inUse());
        region.close();
        assertEquals(1, host.device.frmrPools().pools().get(0).queued());
        assertEquals(1, host.device.registrationStatistics().handlesHeld());
        host.assertNothingLeft();
        assertEquals(0, host.device.registrationStatistics().handlesHeld());
    }

    @Test
    void shouldAgeOnAProcessorOfItsOwn() {
        for (int pages = 1; pages <= PAGES; pages *= 2) {
            domain.registerMemory(address, (long) pages * PAGE, address, READ).close();
        }
        host.simulation.run();
        assertEquals(7, host.device.registrationStatistics().handlesDestroyed());
        assertEquals(
                host.simulation.nanoTime(),
                Inside.of(host.device, HostProcessors.class).paying().nanoTime());
        host.assertNothingLeft();
    }
}
