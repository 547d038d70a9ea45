// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.key.region.RegisteringHost.PAGE;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.config.RegistrationStatistics;
import org.rpcrdma.rnic.key.region.RefusingFirmware.Command;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.host.EngineSettings;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;

/** Tests registration and deregistration with the pools, on a device that rejects commands. */
class RegistrarTest {
    private static final int READ = Access.REMOTE_READ;
    private static final int WRITE = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    private final RegisteringHost host = new RegisteringHost();

    @Test
    void shouldPreallocateNothing() {
        assertEquals(0, host.statistics.handlesCreated());
        assertEquals(0, host.pools.pools().size());
        final RegistrationStatistics atStart = new Registration(
                        host.profile,
                        EngineSettings.registration(DeviceConfiguration.DEFAULT, host.host.costs),
                        host.keys,
                        new UmemPinner(host.host.memory, host.iommu, Long.MAX_VALUE),
                        host.host.processors,
                        host.meter,
                        host.host.faults)
                .statistics();
        assertEquals(0, atStart.handlesCreated());
        assertEquals(0, atStart.startNanos());
        host.assertNothingLeft();
    }

    @Test
    void shouldPopTheMkeyFromThePoolAndPushItAgain() {
        final RnicMemoryRegion region = host.register(8, READ);
        assertEquals(1, host.pool(8).inUse());
        assertEquals(0, host.pool(8).queued());
        assertTrue(host.opens(region.rkey(), READ));
        region.close();
        assertEquals(0, host.pool(8).inUse());
        assertEquals(1, host.pool(8).queued());
        assertFalse(host.opens(region.rkey(), READ));
        final RnicMemoryRegion again = host.register(8, WRITE);
        assertEquals(region.rkey(), again.rkey());
        assertTrue(host.opens(again.rkey(), Access.REMOTE_WRITE));
        assertFalse(host.opens(again.rkey(), READ));
        again.close();
        assertEquals(2, host.statistics.handlesTaken());
        assertEquals(1, host.statistics.handlesReused());
        assertEquals(1, host.statistics.handlesCreated());
        assertEquals(1, host.pool(8).maxInUse());
        host.assertNothingLeft();
    }

    @Test
    void shouldCountPagesThatTheMemoryTouches() {
        final long start = host.address + PAGE - 1;
        final RnicMemoryRegion region = host.registrar.register(host.domain, start, 2, start, READ);
        assertEquals(FrmrKey.of(0, 2), region.frmrKey());
        region.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldKeepAtomicRegionsInSeparatePools() {
        final RnicMemoryRegion plain = host.register(4, WRITE);
        final RnicMemoryRegion atomic = host.register(4, WRITE | Access.REMOTE_ATOMIC);
        assertEquals(1, host.pool(4).inUse());
        assertEquals(1, host.pools.pool(FrmrKey.of(Access.REMOTE_ATOMIC, 4)).inUse());
        plain.close();
        atomic.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldDestroyAndDropAnMkeyThatCannotBeRevoked() {
        final RnicMemoryRegion region = host.register(8, READ);
        host.commands.refused.add(Command.REVOKE);
        region.close();
        assertEquals(0, host.pool(8).inUse());
        assertEquals(0, host.pool(8).queued());
        assertEquals(1, host.statistics.handlesDestroyed());
        assertFalse(host.opens(region.rkey(), READ));
        host.assertNothingLeft();
    }

    @Test
    void shouldKeepTheRegionIfTheMkeyCanNeitherBeRevokedNorDestroyed() {
        final RnicMemoryRegion region = host.register(8, READ);
        host.commands.refused.add(Command.REVOKE);
        host.commands.refused.add(Command.DESTROY);
        assertErrno(Errno.ENOMEM, region::close);
        assertEquals(1, host.pool(8).inUse());
        assertTrue(host.opens(region.rkey(), READ));
        assertErrno(Errno.EBUSY, host.block::close);
        assertFalse(host.domain.isEmpty());
        host.commands.refused.clear();
        region.close();
        assertEquals(1, host.pool(8).queued());
        assertErrno(Errno.EINVAL, region::close);
        host.assertNothingLeft();
    }

    @Test
    void shouldLeaveNothingBehindIfNoMkeyIsAvailable() {
        host.commands.refused.add(Command.CREATE);
        assertErrno(Errno.ENOMEM, () -> host.register(8, READ));
        assertEquals(0, host.pool(8).inUse());
        host.assertNothingLeft();
    }

    @Test
    void shouldPushTheMkeyThatCouldNotBeProgrammed() {
        host.commands.refused.add(Command.PROGRAM);
        assertErrno(Errno.ENOMEM, () -> host.register(8, READ));
        assertEquals(0, host.pool(8).inUse());
        assertEquals(1, host.pool(8).queued());
        host.commands.refused.addAll(EnumSet.allOf(Command.class));
        assertErrno(Errno.ENOMEM, () -> host.register(8, READ));
        assertEquals(1, host.pool(8).queued());
        assertEquals(1, host.statistics.handlesHeld());
        host.commands.refused.clear();
        host.assertNothingLeft();
    }

    @Test
    void shouldChargeRegistrationsAndDeregistrations() {
        final long begin = host.now();
        final RnicMemoryRegion first = host.register(16, READ);
        assertEquals(230_000 + 50_000 + 15 * 1200, host.now() - begin);
        first.close();
        assertEquals(298_000 + 40_000 + 15 * 80, host.now() - begin);
        final long cached = host.now();
        host.register(16, READ).close();
        assertEquals(68_000 + 41_200, host.now() - cached);
        host.assertNothingLeft();
    }
}
