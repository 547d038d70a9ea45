// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.REMOTE_ATOMIC;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrDestroyException;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.rnic.key.region.RefusingFirmware.Command;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

class FrmrMkeysTest {
    private static final int READ_WRITE = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ;

    private static final int COUNT = 100;

    private final RegisteringHost host = new RegisteringHost();
    private final FrmrMkeys driver = host.driver;

    @Test
    void shouldKeepOnlyUnchangeableRightsInTheKey() {
        assertEquals(FrmrKey.of(0, 7), FrmrMkeys.keyFor(0, 7));
        assertEquals(FrmrKey.of(0, 7), FrmrMkeys.keyFor(READ_WRITE, 7));
        assertEquals(new FrmrKey(false, REMOTE_ATOMIC, 0, 0, 7), FrmrMkeys.keyFor(READ_WRITE | REMOTE_ATOMIC, 7));
    }

    @Test
    void shouldBuildThePoolKeyOfARegistration() {
        final int atomic = READ_WRITE | REMOTE_ATOMIC;
        assertEquals(FrmrMkeys.keyFor(atomic, 512), driver.buildKey(FrmrKey.of(atomic, 512)));
        assertEquals(FrmrKey.of(0, 1 << 20), driver.buildKey(FrmrKey.of(READ_WRITE, 1 << 20)));
    }

    @Test
    void shouldRefuseKeysThatTheDeviceDoesNotHave() {
        assertErrno(Errno.EOPNOTSUPP, () -> driver.buildKey(new FrmrKey(true, 0, 0, 0, 8)));
        assertErrno(Errno.EOPNOTSUPP, () -> driver.buildKey(new FrmrKey(false, 0, 1, 0, 8)));
        assertErrno(Errno.EOPNOTSUPP, () -> driver.buildKey(FrmrKey.of(0, (1 << 20) + 1)));
        assertErrno(Errno.EOPNOTSUPP, () -> host.pools.setPinned(new FrmrKey(true, 0, 0, 0, 8), 1));
        assertEquals(0, host.statistics.handlesCreated());
    }

    @Test
    void shouldStepTheLowByteWithEachCreation() {
        final int[] handles = new int[257];
        for (int i = 0; i < handles.length; i++) {
            driver.create(FrmrKey.of(0, 1), handles, 1);
            assertEquals(i & 0xff, handles[0] & 0xff);
            driver.destroy(handles, 1);
        }
        assertEquals(257, host.statistics.handlesDestroyed());
    }

    @Test
    void shouldMakeAnotherKeyOfAnIndexThatIsUsedAgain() {
        final int[] first = new int[1];
        final int[] second = new int[1];
        driver.create(FrmrKey.of(0, 1), first, 1);
        driver.destroy(first, 1);
        driver.create(FrmrKey.of(0, 1), second, 1);
        assertEquals(first[0] >>> 8, second[0] >>> 8);
        assertNotEquals(first[0], second[0]);
        assertErrno(Errno.EINVAL, () -> host.commands.revoke(first[0]));
    }

    @Test
    void shouldCreateAllHandlesOrNone() {
        for (int k = 0; k < 5; k++) {
            host.commands.creationsLeft = k;
            assertThrows(VerbsException.class, () -> driver.create(FrmrKey.of(0, 3), new int[5], 5));
            assertEquals(0, host.statistics.handlesHeld(), "k=" + k);
        }
        assertEquals(10, host.statistics.handlesCreated());
    }

    @Test
    void shouldReportWhatTheDeviceRefusesToDestroy() {
        final int[] handles = new int[3];
        driver.create(FrmrKey.of(0, 2), handles, 3);
        assertEquals(3 * (64 + 2 * 8), host.statistics.bytesHeld());
        final int[] left = {handles[1], handles[0], handles[2]};
        host.commands.refused.add(Command.DESTROY);
        assertEquals(
                2,
                assertThrows(FrmrDestroyException.class, () -> driver.destroy(left, 2))
                        .left());
        assertArrayEquals(new int[] {handles[1], handles[0], handles[2]}, left);
        assertEquals(3, host.statistics.handlesHeld());
        host.commands.refused.clear();
        driver.destroy(new int[] {handles[1]}, 1);
        final int[] withUnknown = {handles[0], handles[1], handles[2]};
        assertEquals(
                1,
                assertThrows(FrmrDestroyException.class, () -> driver.destroy(withUnknown, 3))
                        .left());
        assertEquals(handles[1], withUnknown[0], "what is left stands first");
        assertEquals(0, host.statistics.handlesHeld());
        assertEquals(0, host.statistics.bytesHeld());
    }

    @Test
    void shouldKeepMkeysOfAFailedCreationThatCannotBeDestroyed() {
        host.commands.creationsLeft = 2;
        host.commands.refused.add(Command.DESTROY);
        assertErrno(Errno.ENOMEM, () -> driver.create(FrmrKey.of(0, 3), new int[5], 5));
        assertEquals(2, host.statistics.handlesHeld());
        assertErrno(Errno.EBUSY, driver::close);
        host.commands.refused.clear();
        driver.close();
        assertEquals(0, host.statistics.handlesHeld());
    }

    /** Firmware for which memory runs out after some creations, until more memory becomes available. */
    private static final class ShortOfMemory implements FirmwareCommands {
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final OutOfMemoryError error = new OutOfMemoryError();
        private int creationsLeft = COUNT - 1;
        private int held;
        private long begun;

        @Override
        public int create(final FrmrKey properties) {
            if (creationsLeft-- == 0) {
                begun = threads.getCurrentThreadAllocatedBytes();
                throw error;
            }
            return held++;
        }

        @Override
        public void destroy(final int handle) {
            if (creationsLeft < 0) {
                throw error;
            }
            held--;
        }

        @Override
        public void program(final int handle, final int domain, final Umem memory, final long iova, final int access) {}

        @Override
        public void revoke(final int handle) {}

        /** Returns the bytes that the thread has allocated since memory ran out. */
        long allocated() {
            return threads.getCurrentThreadAllocatedBytes() - begun;
        }
    }

    @Test
    void shouldRollBackWithoutMemoryIfMemoryRunsOut() {
        final int[] handles = new int[COUNT];
        final long[] allocated = new long[1];
        // The first round loads classes.
        for (int round = 0; round < 2; round++) {
            final ShortOfMemory firmware = new ShortOfMemory();
            final FrmrMkeys mkeys = new FrmrMkeys(firmware);
            final OutOfMemoryError thrown = assertThrows(OutOfMemoryError.class, () -> {
                try {
                    mkeys.create(FrmrKey.of(0, 3), handles, COUNT);
                } finally {
                    allocated[0] = firmware.allocated();
                }
            });
            assertSame(firmware.error, thrown);
            assertEquals(COUNT - 1, firmware.held, "the mkeys could not be destroyed");
            firmware.creationsLeft = 0;
            mkeys.close();
            assertEquals(0, firmware.held);
        }
        assertEquals(0, allocated[0]);
    }

    @Test
    void shouldChargeForCreatingAndDestroying() {
        final long begin = host.now();
        final int[] handles = new int[3];
        driver.create(FrmrKey.of(0, 2), handles, 3);
        assertEquals(3 * 230_000, host.now() - begin);
        driver.destroy(handles, 3);
        assertEquals(3 * 390_000, host.now() - begin);
    }
}
