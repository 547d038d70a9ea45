// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.verbs.OnDemandCapabilities.READ;
import static org.rpcrdma.verbs.OnDemandCapabilities.SEND;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.OnDemandCapabilities;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.Wakeup;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

class DeviceTest extends DriverTest {
    @Test
    void shouldReportTheDevicesAttributes() {
        fake.onQueryDevice(4096, 1 << 17 | 1 << 21 | 1 << 24);
        final DeviceAttributes attributes = fake.open().attributes();
        assertEquals(4096, attributes.maxQpWr());
        assertEquals(30, attributes.maxSge());
        assertEquals(1000, attributes.maxCqe());
        assertEquals(500, attributes.maxSrqWr());
        assertEquals(12, attributes.maxReadAtomic(), "the lesser of two");
        assertEquals(3, attributes.completionVectors());
        assertEquals(0, attributes.maxFastRegPages());
        assertTrue(attributes.has(DeviceCapability.MEMORY_WINDOW));
        assertTrue(attributes.has(DeviceCapability.MEMORY_WINDOW_TYPE_2B));
        assertTrue(attributes.has(DeviceCapability.SEND_WITH_INVALIDATE));
        assertFalse(attributes.has(DeviceCapability.FAST_REGISTER));
        assertFalse(attributes.has(DeviceCapability.LOCAL_DMA_LKEY));
        assertFalse(attributes.has(DeviceCapability.ATOMICS));
        assertEquals(OnDemandCapabilities.NONE, attributes.onDemand());
    }

    /**
     * No attribute shows whether re-registration is supported. C library functions replace two drivers: one lacks the
     * command, and the other finds no such region.
     */
    @ParameterizedTest
    @CsvSource({"syscall, false", "close, true"})
    void shouldReportWhetherTheDriverSupportsReRegistration(final String driver, final boolean has) {
        fake.useLibc("ibv_rereg_mr", driver);
        assertEquals(has, fake.open().attributes().has(DeviceCapability.REREGISTER));
    }

    @Test
    void shouldTryToReregisterAMissingRegion() {
        fake.on("ibv_rereg_mr", (region, changes, domain, address, length, access) -> {
            final MemorySegment asked = Native.segment(region, 64);
            assertEquals(fake.context.address(), asked.get(JAVA_LONG, 0));
            assertEquals(-1, asked.get(JAVA_INT, 32));
            assertEquals(4, changes);
            return 0;
        });
        fake.open();
        assertEquals(
                List.of("ibv_rereg_mr"),
                fake.calls.stream().filter(call -> call.contains("reg_mr")).toList());
    }

    @Test
    void shouldQueryOnDemandPagingIfTheDriverSupportsTheQuery() {
        fake.extend(FakeVerbs.QUERY_DEVICE_EX, (context, input, attributes, size, e, f) -> {
            assertEquals(400, size);
            final MemorySegment target = Native.segment(attributes, size);
            target.set(JAVA_INT, 112, 55);
            target.set(JAVA_LONG, 240, 3);
            target.set(JAVA_INT, 248, SEND);
            target.set(JAVA_INT, 256, READ);
            return 0;
        });
        final DeviceAttributes attributes = fake.open().attributes();
        assertEquals(55, attributes.maxQpWr());
        assertEquals(new OnDemandCapabilities(true, true, SEND, 0, READ), attributes.onDemand());
        assertTrue(attributes.has(DeviceCapability.ON_DEMAND_IMPLICIT));
    }

    @Test
    void shouldRefuseALibraryWithAnotherAbi() {
        fake.context.set(JAVA_LONG, 320, 0x1234);
        assertMessage("EOPNOTSUPP: unsupported ABI of libibverbs: abi_compat=0x1234 expected=-1", fake::open);
    }

    /**
     * If a context ends before the position of a function, it does not contain the function, no matter what follows in
     * memory.
     */
    @Test
    void shouldNotReadBeyondTheDriversExtension() {
        fake.extend(FakeVerbs.ADVISE_MR, (a, b, c, d, e, f) -> 0);
        fake.open().allocateProtectionDomain().advise(0, 0, new long[1], new int[1], new int[1], 1);
        fake.shorten(200 + 328);
        final ExtendedProtectionDomain domain = fake.open().allocateProtectionDomain();
        assertErrno(Errno.EOPNOTSUPP, () -> domain.advise(0, 0, new long[1], new int[1], new int[1], 1));
    }

    @Test
    void shouldReportWhichModuleIsNotLoaded() {
        fake.useLibc("ibv_get_device_list", "realpath");
        assertMessage(
                "ENOENT: ibv_get_device_list failed: errno=2; is the module ib_uverbs loaded?",
                () -> fake.openByName("fake1"));
    }

    @Test
    void shouldMapErrorsOfTheLibrary() {
        device = fake.open();
        domain = device.allocateProtectionDomain();
        fake.on("ibv_dealloc_pd", (a, b, c, d, e, f) -> 16);
        assertErrno(Errno.EBUSY, domain::close);
        fake.on("ibv_dealloc_pd", (a, b, c, d, e, f) -> 121);
        final VerbsException other = assertThrows(VerbsException.class, domain::close);
        assertEquals(Errno.EIO, other.errno());
        assertTrue(other.getMessage().endsWith("errno=121"), other.getMessage());
        assertErrno(Errno.EBUSY, device::close);
        fake.on("ibv_dealloc_pd", (a, b, c, d, e, f) -> 0);
        domain.close();
        device.close();
        assertEquals("gone", fake.calls.get(fake.calls.size() - 1));
    }

    /** Otherwise the library would access freed memory. */
    @Test
    void shouldRejectClosedObjects() {
        open();
        final ReceiveRequests receives = device.newReceiveRequests(1);
        receives.receive(1, 4096, 1, 2);
        queuePair.close();
        queue.close();
        domain.close();
        final List<Executable> uses = List.of(
                queuePair::close,
                queue::close,
                domain::close,
                queuePair::state,
                queuePair::toError,
                queue::arm,
                queue::capacity,
                () -> queue.poll(new Completions(1)),
                () -> queuePair.postReceive(receives),
                () -> domain.registerMemory(4096, 1, 4096, 0),
                () -> domain.createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 1)));
        uses.forEach(use -> assertErrno(Errno.EINVAL, use));
        device.close();
    }

    @Test
    void shouldRefuseEverythingOnceItIsClosed() {
        final IbvDevice device = fake.open();
        final EventLoop loop = device.newEventLoop();
        final Wakeup wakeup = loop.newWakeup(() -> {});
        final MemoryBlock block = device.memory().allocate(4096, 1);
        device.close();
        device.close();
        assertEquals(1, Collections.frequency(fake.calls, "gone"));
        wakeup.wake();
        final List<Executable> uses = List.of(
                device::allocateProtectionDomain,
                device::newEventLoop,
                () -> device.createCompletionQueue(1, loop, queue -> {}),
                () -> device.gid(1, 0),
                () -> device.connections().localAddress(),
                () -> device.handleAsyncEvents(loop, new AsyncEventHandler() {}),
                () -> device.memory().allocate(4096, 1),
                () -> loop.runOnce(0),
                block::buffer,
                () -> block.discard(0, 1),
                block::close);
        uses.forEach(use -> assertErrno(Errno.EINVAL, use));
    }

    @Test
    void shouldOpenADeviceByItsNameOnly() {
        assertMessage("ENOENT: there is no such device: name=fake1; devices=[fake0]", () -> fake.openByName("fake1"));
        assertEquals(List.of(), fake.ledger.problems());
        assertEquals("fake0", fake.openByName("fake0").name());
    }

    @Test
    void shouldReportTheNodeOfADeviceThatCannotBeOpened() {
        fake.canBeOpened = false;
        assertMessage(
                "EPERM: cannot open the device; read and write access to its node is required: name=fake0"
                        + " node=/dev/infiniband/uverbs7",
                () -> fake.openByName("fake0"));
        assertEquals(List.of(), fake.ledger.problems());
    }

    @ParameterizedTest
    @CsvSource({"1, iWARP", "2, 2", "-1, -1"})
    void shouldRejectTransportsOtherThanInfiniBand(final int type, final String transport) {
        fake.device.set(JAVA_INT, 20, type);
        assertMessage(
                "EOPNOTSUPP: only InfiniBand and RoCE devices are supported: name=fake0 transport=" + transport,
                () -> fake.openByName("fake0"));
        assertEquals(List.of(), fake.ledger.problems());
    }

    /** The call realpath("") returns NULL and sets errno to ENOENT. */
    @Test
    void shouldReportTheErrnoOfAFunctionThatReturnsNull() {
        fake.useLibc("ibv_alloc_pd", "realpath");
        assertMessage("ENOENT: ibv_alloc_pd failed: errno=2", fake.open()::allocateProtectionDomain);
    }

    @Test
    void shouldReportFeaturesOfTheKernelOnly() {
        open();
        assertErrno(Errno.EOPNOTSUPP, device::dma);
        assertErrno(Errno.EOPNOTSUPP, domain::localDmaLkey);
        assertErrno(Errno.EOPNOTSUPP, () -> domain.allocateFastRegisterRegion(1));
    }
}
