// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.key.region.RegisteringHost.PAGE;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_ATOMIC;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.DeviceCapability.REREGISTER;
import static org.rpcrdma.verbs.Errno.EFAULT;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.ENOMEM;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;
import static org.rpcrdma.verbs.extended.ReregisterError.CMD;
import static org.rpcrdma.verbs.extended.ReregisterError.INPUT;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.key.region.RefusingFirmware.Command;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests re-registration, which is done in place if the mkey supports it, and otherwise with another mkey. */
class ReregisterTest {
    private static final int READ = REMOTE_READ;
    private static final int WRITE = LOCAL_WRITE | REMOTE_WRITE;

    private final RegisteringHost host = new RegisteringHost();
    private final long other = host.address + 32 * PAGE;

    @Test
    void shouldUseAnotherMkeyForRightsThatAreSetAtCreation() {
        final RnicMemoryRegion region = host.register(8, WRITE);
        final int key = region.rkey();
        region.reregister(CHANGE_ACCESS, null, 0, 0, WRITE | REMOTE_ATOMIC);
        assertNotEquals(key, region.rkey());
        assertFalse(host.opens(key, 0));
        assertTrue(host.opens(region.rkey(), REMOTE_ATOMIC));
        assertEquals(0, host.pool(8).inUse());
        assertEquals(1, host.pool(8).queued());
        finish(region, 2);
    }

    @Test
    void shouldTranslateInPlaceIfTheRequestedBlocksSuffice() {
        final RnicMemoryRegion region = host.register(8, READ);
        final int key = region.rkey();
        region.reregister(CHANGE_TRANSLATION, null, other + 9, 7 * PAGE, 0);
        assertEquals(key, region.rkey());
        assertEquals(other + 9, region.address());
        assertEquals(other + 9, region.iova());
        assertEquals(7 * PAGE, region.length());
        assertFalse(host.opens(key, READ));
        assertTrue(host.keys.allows(host.domain.number(), key, other + 9, 7 * PAGE, READ, true));
        assertFalse(host.keys.allows(host.domain.number(), key, other + 9, 7 * PAGE + 1, READ, true));
        assertEquals(FrmrKey.of(0, 8), region.frmrKey());
        region.reregister(CHANGE_TRANSLATION, null, other, 8 * PAGE, 0);
        assertEquals(key, region.rkey());
        finish(region, 1);
    }

    @Test
    void shouldUseTheRequestedBlocksNotThePools() {
        host.register(8, READ).close();
        final RnicMemoryRegion region = host.register(5, READ);
        assertEquals(1, host.statistics.handlesCreated());
        final int key = region.rkey();
        region.reregister(CHANGE_TRANSLATION, null, other, 6 * PAGE, 0);
        assertEquals(FrmrKey.of(0, 6), region.frmrKey());
        assertEquals(key, region.rkey(), "the mkey went to the pool and came from it again");
        assertEquals(3, host.statistics.handlesTaken());
        finish(region, 1);
    }

    @Test
    void shouldUseAnotherMkeyForMorePages() {
        final RnicMemoryRegion region = host.register(4, READ);
        final int key = region.rkey();
        region.reregister(CHANGE_TRANSLATION, null, other, 9 * PAGE, 0);
        assertNotEquals(key, region.rkey());
        assertFalse(host.opens(key, 0));
        assertEquals(1, host.pool(4).queued());
        assertEquals(1, host.pool(9).inUse());
        finish(region, 2);
    }

    @Test
    void shouldRefuseArgumentsAndKeepTheRegionUnchanged() {
        final RnicMemoryRegion region = host.register(4, READ);
        final ReregisterError input = INPUT;
        assertResult(input, EINVAL, () -> region.reregister(8, null, 0, 0, 0));
        assertResult(input, EINVAL, () -> region.reregister(CHANGE_PD, host.domain.domain(), 0, 0, READ));
        assertResult(input, EINVAL, () -> region.reregister(CHANGE_PD, null, 0, 0, 0));
        assertResult(input, EINVAL, () -> region.reregister(CHANGE_TRANSLATION, null, other, 0, 0));
        assertResult(input, EINVAL, () -> region.reregister(CHANGE_TRANSLATION, null, 0, PAGE, 0));
        assertTrue(host.opens(region.rkey(), READ));
        assertEquals(READ, region.access());
        finish(region, 1);
    }

    @Test
    void shouldLoseTheRegionIfTheDeviceRefuses() {
        final ProtectionDomain foreign = host.domains.unknown();
        final long end = host.address + RegisteringHost.PAGES * PAGE;
        assertLost(EINVAL, region -> region.reregister(0, null, 0, 0, 0));
        assertLost(EINVAL, region -> region.reregister(CHANGE_PD, foreign, 0, 0, 0));
        assertLost(EINVAL, region -> region.reregister(CHANGE_ACCESS, null, 0, 0, REMOTE_WRITE));
        assertLost(EFAULT, region -> region.reregister(CHANGE_TRANSLATION, null, end, PAGE, 0));
        assertLost(EINVAL, region -> region.reregister(CHANGE_TRANSLATION, null, other, -1, 0));
        assertLost(EINVAL, region -> region.reregister(CHANGE_ACCESS, null, 0, 0, WRITE));
        host.assertNothingLeft();
    }

    @Test
    void shouldRefuseIfTheDeviceHasNoReRegistration() {
        final RegisteringHost lacking = new RegisteringHost(DeviceConfiguration.DEFAULT.without(REREGISTER));
        final ExtendedMemoryRegion region = lacking.register(1, READ);
        assertResult(CMD, EOPNOTSUPP, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, LOCAL_WRITE));
        region.close();
    }

    private void assertLost(final Errno errno, final Consumer<RnicMemoryRegion> change) {
        final RnicMemoryRegion region = host.register(4, READ);
        final int key = region.rkey();
        assertResult(CMD, errno, () -> change.accept(region));
        assertFalse(host.opens(key, READ));
        assertResult(CMD, EINVAL, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, READ));
        region.close();
    }

    @Test
    void shouldLeaveAClosableRegionIfTheDeviceFailsHalfway() {
        final RnicMemoryRegion inPlace = host.register(4, READ);
        final RnicMemoryRegion moved = host.register(4, READ);
        host.commands.refused.add(Command.PROGRAM);
        final ReregisterError cmd = CMD;
        assertResult(cmd, ENOMEM, () -> inPlace.reregister(CHANGE_TRANSLATION, null, other, PAGE, 0));
        assertResult(cmd, ENOMEM, () -> moved.reregister(CHANGE_TRANSLATION, null, other, 9 * PAGE, 0));
        host.commands.refused.clear();
        assertFalse(host.opens(inPlace.rkey(), READ));
        assertFalse(host.opens(moved.rkey(), READ));
        assertResult(cmd, EINVAL, () -> moved.reregister(CHANGE_ACCESS, null, 0, 0, 0));
        assertEquals(1, host.pool(4).inUse());
        assertEquals(8, host.iommu.statistics().livePages(), "the memory of both is still pinned");
        inPlace.close();
        moved.close();
        host.assertNothingLeft();
    }

    @Test
    void shouldKeepTheMemoryIfTheMkeyCannotBeReleased() {
        final RnicMemoryRegion region = host.register(4, READ);
        host.commands.refused.add(Command.REVOKE);
        host.commands.refused.add(Command.DESTROY);
        assertResult(CMD, ENOMEM, () -> region.reregister(CHANGE_TRANSLATION, null, other, 9 * PAGE, 0));
        assertTrue(host.opens(region.rkey(), READ), "the device refuses to take the key back");
        assertEquals(4, host.iommu.statistics().livePages());
        host.commands.refused.clear();
        finish(region, 1);
    }

    @Test
    void shouldRefuseAClosedRegion() {
        final RnicMemoryRegion region = host.register(4, READ);
        region.close();
        assertErrno(EINVAL, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, 0));
        host.assertNothingLeft();
    }

    @Test
    void shouldChargeChanges() {
        final RnicMemoryRegion region = host.register(4, READ);
        final long begin = host.now();
        region.reregister(CHANGE_ACCESS, null, 0, 0, 0);
        assertEquals(10_000, host.now() - begin);
        region.reregister(CHANGE_TRANSLATION, null, other, 2 * PAGE, 0);
        assertEquals(10_000 + 50_000 + 1200 + 10_000 + 3 * 80, host.now() - begin);
        finish(region, 1);
    }

    private static void assertResult(final ReregisterError error, final Errno errno, final Executable call) {
        final ReregisterException failure = assertThrows(ReregisterException.class, call);
        assertEquals(error, failure.error());
        assertEquals(errno, failure.errno());
    }

    private void finish(final RnicMemoryRegion region, final int created) {
        assertEquals(created, host.statistics.handlesCreated());
        region.close();
        host.assertNothingLeft();
    }
}
