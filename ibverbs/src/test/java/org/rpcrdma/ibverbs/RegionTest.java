// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.verbs.Access.HUGETLB;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.MW_BIND;
import static org.rpcrdma.verbs.Access.ON_DEMAND;
import static org.rpcrdma.verbs.Access.RELAXED_ORDERING;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.ZERO_BASED;
import static org.rpcrdma.verbs.MemoryRegion.WHOLE_ADDRESS_SPACE;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_PD;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;
import static org.rpcrdma.verbs.extended.ReregisterError.DONT_FORK_NEW;
import static org.rpcrdma.verbs.extended.ReregisterError.DO_FORK_OLD;
import static org.rpcrdma.verbs.extended.ReregisterError.INPUT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.ibverbs.library.Memlock;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.Advice;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** Tests regions with on-demand paging, memory advice, re-registration, and type 1 windows. */
class RegionTest extends DriverTest {
    private MemoryBlock before;
    private MemoryBlock after;
    private ExtendedMemoryRegion region;

    /** Registers memory, and allocates more memory for a re-registration. */
    private void openWithRegion() {
        open();
        before = device.memory().allocate(4096, 4096);
        after = device.memory().allocate(4096, 4096);
        region = domain.registerMemory(before.address(), 100, before.address(), LOCAL_WRITE);
    }

    /**
     * Opens a device with the given general capabilities for on-demand paging: 1 for ranges; 3 for ranges and the whole
     * address space.
     */
    private IbvDevice paging(final long capabilities) {
        fake.extend(FakeVerbs.QUERY_DEVICE_EX, (context, input, attributes, size, e, f) -> {
            Native.segment(attributes, size).set(JAVA_LONG, 240, capabilities);
            Native.setInt(attributes + 132, 1000);
            return 0;
        });
        fake.on(
                "ibv_reg_mr_iova2",
                (domain, address, length, iova, access, f) ->
                        note(address + " " + length + " " + iova + " " + (access & 0xffff_ffffL), fake.object()));
        return fake.open();
    }

    @Test
    void shouldRegisterOnDemandWithoutPinning() {
        final IbvDevice device = paging(3);
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock block = device.memory().allocate(8192, 4096);
        final long at = block.address();
        final ExtendedMemoryRegion range = domain.registerMemory(at, 8192, at, ON_DEMAND | LOCAL_WRITE);
        final ExtendedMemoryRegion whole = domain.registerMemory(0, WHOLE_ADDRESS_SPACE, 0, ON_DEMAND | HUGETLB);
        assertEquals(List.of(at + " 8192 " + at + " 65", "0 -1 0 192"), calls);
        assertEquals(WHOLE_ADDRESS_SPACE, whole.length());
        block.discard(0, 4096);
        block.close();
        range.close();
    }

    @Test
    void shouldRefuseOnDemandRegionsThatTheDeviceDoesNotGrant() {
        for (final long capabilities : new long[] {0, 1}) {
            final ExtendedProtectionDomain domain = paging(capabilities).allocateProtectionDomain();
            final Executable range = () -> domain.registerMemory(4096, 10, 4096, ON_DEMAND);
            final Executable whole = () -> domain.registerMemory(0, WHOLE_ADDRESS_SPACE, 0, ON_DEMAND);
            assertMessage(
                    "EOPNOTSUPP: the device does not support on-demand paging: device=fake0 implicit=true", whole);
            if (capabilities == 0) {
                assertErrno(Errno.EOPNOTSUPP, range);
            }
            assertEquals(List.of(), calls);
            domain.registerMemory(4096, 10, 4096, LOCAL_WRITE);
            calls.clear();
        }
    }

    @Test
    void shouldAdviseByTheElementsOfAList() {
        fake.extend(FakeVerbs.ADVISE_MR, (domain, advice, flags, list, count, f) -> {
            final StringBuilder text =
                    new StringBuilder().append(advice).append(' ').append(flags);
            for (int i = 0; i < count; i++) {
                final MemorySegment sge = Native.segment(list + 16L * i, 16);
                text.append(' ').append(sge.get(JAVA_LONG, 0)).append(',').append(sge.get(JAVA_INT, 8));
                text.append(',').append(sge.get(JAVA_INT, 12));
            }
            calls.add(text.toString());
            return advice == Advice.PREFETCH_NO_FAULT ? 14 : 0;
        });
        final ExtendedProtectionDomain domain = fake.open().allocateProtectionDomain();
        final long[] addresses = {4096, 8192, 1};
        final int[] lengths = {10, 20, 1};
        final int[] lkeys = {1, 2, 3};
        domain.advise(Advice.PREFETCH_WRITE, Advice.FLUSH, addresses, lengths, lkeys, 2);
        assertEquals(List.of("1 1 4096,10,1 8192,20,2"), calls);
        assertErrno(Errno.EFAULT, () -> domain.advise(Advice.PREFETCH_NO_FAULT, 0, addresses, lengths, lkeys, 1));
    }

    @Test
    void shouldReportWhatWasNotRegistered() {
        fake.useLibc("ibv_reg_mr_iova2", "realpath");
        final ExtendedProtectionDomain domain = fake.open().allocateProtectionDomain();
        assertMessage(
                "ENOENT: ibv_reg_mr_iova2 failed: errno=2 address=0x2000 length=10 access=0x1",
                () -> domain.registerMemory(8192, 10, 4096, LOCAL_WRITE));
    }

    /** The call calloc(pd, 1 TB) returns NULL with ENOMEM, like a driver that is not permitted to lock the memory. */
    @Test
    void shouldReportHowMuchMemoryCanBeLockedIfARegionIsTooMuch() {
        fake.useLibc("ibv_reg_mr_iova2", "calloc");
        final ExtendedProtectionDomain domain = fake.open().allocateProtectionDomain();
        final long address = 1L << 40;
        assertMessage(
                "ENOMEM: ibv_reg_mr_iova2 failed: errno=12 address=0x10000000000 length=10 access=0x1"
                        + Memlock.remark(Errno.ENOMEM),
                () -> domain.registerMemory(address, 10, address, 1));
    }

    /** The memory of queues is also locked. The call calloc(context, 1000) returns NULL with ENOMEM. */
    @Test
    void shouldReportHowMuchMemoryCanBeLockedIfAQueueIsTooMuch() {
        fake.useLibc("ibv_create_cq", "calloc");
        final IbvDevice device = fake.open();
        final EventLoop loop = device.newEventLoop();
        assertMessage(
                "ENOMEM: ibv_create_cq failed: errno=12" + Memlock.remark(Errno.ENOMEM),
                () -> device.createCompletionQueue(1000, loop, polled -> {}));
    }

    /** The device also treats the iova of a zero-based region as 0. */
    @Test
    void shouldRegisterZeroBasedRegionsAtZero() {
        final ExtendedProtectionDomain domain = paging(0).allocateProtectionDomain();
        final ExtendedMemoryRegion region = domain.registerMemory(8192, 10, 8192, ZERO_BASED);
        assertEquals(List.of("8192 10 0 32"), calls);
        assertEquals(0, region.iova());
        assertErrno(Errno.EINVAL, () -> domain.registerMemory(8193, 10, 8193, ZERO_BASED));
    }

    @Test
    void shouldChangeSelectedAttributesAndKeepTheRest() {
        fake.on(
                "ibv_rereg_mr",
                (region, changes, pd, address, length, access) ->
                        calls.add((int) changes + " " + (address & 0xfff) + " " + length + " " + (int) access)
                                ? 0
                                : -1);
        openWithRegion();
        calls.clear(); // opening the device checked for the command
        final ExtendedProtectionDomain second = device.allocateProtectionDomain();
        region.reregister(CHANGE_ACCESS, null, 0, 0, REMOTE_READ | RELAXED_ORDERING);
        assertEquals(REMOTE_READ, region.access(), "the optional rights are unknown");
        region.reregister(CHANGE_PD, second, 0, 0, 0);
        assertEquals(second, region.domain());
        region.reregister(CHANGE_TRANSLATION, null, after.address() + 1, 50, 0);
        assertEquals(after.address() + 1, region.iova());
        assertEquals(50, region.length());
        assertEquals(List.of("4 0 0 " + (REMOTE_READ | RELAXED_ORDERING), "2 0 0 0", "1 1 50 0"), calls);
        before.close();
        assertErrno(Errno.EBUSY, after::close);
        region.close();
        after.close();
    }

    @Test
    void shouldKeepTheRegionUnchangedIfAChangeIsRefused() {
        fake.on("ibv_rereg_mr", (region, changes, pd, address, length, access) -> -2);
        openWithRegion();
        assertEquals(DONT_FORK_NEW, reregistered(() -> move(region, after.address(), 9)));
        after.close();
        assertEquals(before.address(), region.address());
        assertErrno(Errno.EBUSY, before::close);
        for (final ExtendedProtectionDomain foreign :
                new ExtendedProtectionDomain[] {null, fake.open().allocateProtectionDomain()}) {
            assertEquals(INPUT, reregistered(() -> region.reregister(CHANGE_PD, foreign, 0, 0, 0)));
        }
        assertEquals(INPUT, reregistered(() -> move(region, before.address() + 1, 4096)));
        region.close();
        assertErrno(Errno.EINVAL, () -> move(region, before.address(), 9));
        before.close();
    }

    /**
     * According to ibv_rereg_mr(3), the new region is valid in this case; only the old memory has not been made
     * available to child processes again.
     */
    @Test
    void shouldSucceedIfOnlyTheOldMemoryRemainsHiddenFromChildren() {
        fake.on("ibv_rereg_mr", (region, changes, pd, address, length, access) -> -3);
        openWithRegion();
        final ExtendedProtectionDomain other = device.allocateProtectionDomain();
        final int all = CHANGE_TRANSLATION | CHANGE_PD | CHANGE_ACCESS;
        assertEquals(DO_FORK_OLD, reregistered(() -> region.reregister(all, other, after.address(), 9, REMOTE_READ)));
        assertEquals(after.address(), region.address());
        assertEquals(after.address(), region.iova());
        assertEquals(9, region.length());
        assertEquals(other, region.domain());
        assertEquals(REMOTE_READ, region.access());
        before.close();
        assertErrno(Errno.EBUSY, after::close);
        region.close();
        after.close();
    }

    /**
     * After these results, it is unknown which memory the device uses. The same applies to a result that is not
     * documented.
     */
    @ParameterizedTest
    @ValueSource(ints = {-4, -5, -6})
    void shouldKeepOldAndNewMemoryIfTheDeviceRefusedTheChange(final int result) {
        fake.on("ibv_rereg_mr", (region, changes, pd, address, length, access) -> result);
        openWithRegion();
        assertThrows(VerbsException.class, () -> move(region, after.address(), 9));
        assertThrows(VerbsException.class, () -> move(region, after.address() + 9, 9), "once more");
        assertErrno(Errno.EBUSY, before::close);
        assertErrno(Errno.EBUSY, after::close);
        region.close();
        before.close();
        after.close();
    }

    private static void move(final ExtendedMemoryRegion region, final long address, final long length) {
        region.reregister(CHANGE_TRANSLATION, null, address, length, 0);
    }

    private static ReregisterError reregistered(final Executable call) {
        return assertThrows(ReregisterException.class, call).error();
    }

    @Test
    void shouldBindWindowsOfTypeOneByASeparateVerb() {
        open();
        fake.op(FakeVerbs.BIND_MW, (qp, window, bind, d, e, f) -> {
            final MemorySegment source = Native.segment(bind, 48);
            calls.add(source.get(JAVA_LONG, 0) + " " + source.get(JAVA_INT, 8) + " " + (source.get(JAVA_LONG, 16) != 0)
                    + " " + source.get(JAVA_LONG, 24) + " " + source.get(JAVA_LONG, 32) + " "
                    + source.get(JAVA_INT, 40));
            Native.setInt(window + 16, Native.getInt(window + 16) + 1);
            return 0;
        });
        final ExtendedMemoryRegion region = domain.registerMemory(4096, 4096, 4096, MW_BIND);
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        queuePair.bindMemoryWindow(window, 7, 2, region, 4100, 50, REMOTE_READ);
        assertEquals(1, window.rkey(), "the key changes immediately");
        queuePair.bindMemoryWindow(window, 8, 0, null, 0, 0, 0);
        assertEquals(List.of("7 2 true 4100 50 4", "8 0 false 0 0 0"), calls);
        window.restoreKey(1);
        assertEquals(1, window.rkey());
        final MemoryWindow other = domain.allocateMemoryWindow(MemoryWindow.TYPE_2);
        assertErrno(Errno.EINVAL, () -> queuePair.bindMemoryWindow(other, 1, 0, region, 4096, 1, 0));
        final ExtendedMemoryRegion foreign =
                device.allocateProtectionDomain().registerMemory(4096, 4096, 4096, MW_BIND);
        assertErrno(Errno.EPERM, () -> queuePair.bindMemoryWindow(window, 1, 0, foreign, 4096, 1, 0));
        assertErrno(Errno.EINVAL, () -> domain.allocateMemoryWindow(3));
        window.close();
        assertErrno(Errno.EINVAL, window::rkey);
        assertErrno(Errno.EINVAL, () -> queuePair.bindMemoryWindow(window, 1, 0, null, 0, 0, 0));
    }
}
