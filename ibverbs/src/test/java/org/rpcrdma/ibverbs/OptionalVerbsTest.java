// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.DeviceMemory;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;
import org.rpcrdma.verbs.extended.QueueBufferAllocator;
import org.rpcrdma.verbs.extended.ReregisterError;
import org.rpcrdma.verbs.extended.ReregisterException;

/** What only some drivers have: regions that are not of the process's memory, domains in other roles. */
class OptionalVerbsTest extends DriverTest {
    private static final int REG_DM_MR = -264;
    private static final int ALLOC_DM = -256;
    private static final int FREE_DM = -248;

    /** A region with keys and a handle. */
    private long region(final String call) {
        calls.add(call);
        final long created = fake.object();
        Native.setLong(created + 24, 77);
        Native.setInt(created + 32, 9);
        Native.setInt(created + 36, 0x11);
        Native.setInt(created + 40, 0x22);
        return created;
    }

    @Test
    void shouldSayThatADriverHasNoneOfThem() {
        final IbvDevice device = fake.open();
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        for (final Executable call : List.<Executable>of(
                domain::allocateNullRegion,
                device::openXrcDomain,
                () -> device.allocateDeviceMemory(64, 0),
                () -> device.allocateParentDomain(domain, null))) {
            final VerbsException e = assertThrows(VerbsException.class, call);
            assertEquals(Errno.EOPNOTSUPP, e.errno());
            assertTrue(
                    e.getMessage()
                            .startsWith("EOPNOTSUPP: the device or its library has no such function: function=ibv_"),
                    e.getMessage());
        }
        domain.close();
        device.close();
    }

    @Test
    void shouldTakeRegionsThatAreNotOfTheProcessesMemory() {
        fake.extend(FakeVerbs.ALLOC_NULL_MR, (pd, b, c, d, e, f) -> region("null"));
        fake.on("ibv_import_mr", (pd, handle, c, d, e, f) -> region("import " + handle));
        fake.on(
                "ibv_reg_dmabuf_mr",
                (pd, offset, length, iova, fd, access) ->
                        region("dmabuf " + offset + " " + length + " " + iova + " " + (int) fd + " " + (int) access));
        // Functions without a result leave anything where one would be.
        fake.on("ibv_unimport_mr", (mr, b, c, d, e, f) -> 22);
        final IbvDevice device = fake.open();
        calls.clear();
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        final ExtendedMemoryRegion nothing = domain.allocateNullRegion();
        final ExtendedMemoryRegion imported = domain.importMemoryRegion(5);
        final ExtendedMemoryRegion buffer = domain.registerMemory(new MemoryRegionAttributes(
                4096,
                Access.LOCAL_WRITE,
                OptionalLong.empty(),
                OptionalLong.of(8192),
                OptionalInt.of(3),
                OptionalLong.of(4096)));
        assertEquals(List.of("null", "import 5", "dmabuf 4096 4096 8192 3 1"), calls);
        assertEquals(MemoryRegion.WHOLE_ADDRESS_SPACE, nothing.length());
        assertEquals(77, imported.length());
        assertEquals(8192, buffer.iova());
        final MemoryWindow window = domain.allocateMemoryWindow(MemoryWindow.TYPE_1);
        final CompletionQueue queue = device.createCompletionQueue(16, device.newEventLoop(), polled -> {});
        final QueuePair queuePair = domain.createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 1));
        for (final ExtendedMemoryRegion region : List.of(nothing, imported, buffer)) {
            assertEquals(0x11, region.lkey());
            assertEquals(0x22, region.rkey());
            assertEquals(9, region.handle());
            assertEquals(0, region.address());
            assertEquals(
                    ReregisterError.INPUT,
                    assertThrows(
                                    ReregisterException.class,
                                    () -> region.reregister(ExtendedMemoryRegion.CHANGE_ACCESS, null, 0, 0, 1))
                            .error());
            assertEquals(
                    Errno.EOPNOTSUPP,
                    refused(() -> queuePair.bindMemoryWindow(window, 1, 0, region, 0, 1, Access.REMOTE_READ)));
            region.close();
            assertEquals(Errno.EINVAL, refused(region::lkey));
        }
        assertEquals(1, fake.calls.stream().filter("ibv_unimport_mr"::equals).count());
    }

    @Test
    void shouldTakePartInAnotherProcessesDomain() {
        fake.on("ibv_import_pd", (context, handle, c, d, e, f) -> {
            final long created = fake.object();
            Native.setInt(created + 8, (int) handle);
            return created;
        });
        fake.on("ibv_unimport_pd", (pd, b, c, d, e, f) -> 16);
        final IbvDevice device = fake.open();
        final ExtendedProtectionDomain domain = device.importProtectionDomain(4);
        assertEquals(4, domain.handle());
        domain.close();
        assertTrue(fake.calls.contains("ibv_unimport_pd"));
        device.close();
    }

    @Test
    void shouldUseMemoryOnTheDevice() {
        fake.extend(FakeVerbs.QUERY_DEVICE_EX, (context, input, attributes, size, e, f) -> {
            Native.setLong(attributes + 376, 1024);
            return 0;
        });
        fake.extend(ALLOC_DM, (context, attributes, c, d, e, f) -> {
            calls.add("alloc " + Native.getLong(attributes) + " " + Native.getInt(attributes + 8));
            final long created = fake.object();
            Native.setLong(
                    created + 8,
                    fake.pointer(
                            "to", (dm, offset, from, bytes, y, z) -> note("to " + offset + " " + from + " " + bytes)));
            Native.setLong(
                    created + 16,
                    fake.pointer(
                            "from", (to, dm, offset, bytes, y, z) -> note("from " + to + " " + offset + " " + bytes)));
            return created;
        });
        fake.extend(
                REG_DM_MR,
                (pd, dm, offset, length, access, f) -> region("reg " + offset + " " + length + " " + (int) access));
        fake.extend(FREE_DM, (dm, b, c, d, e, f) -> note("free"));
        final IbvDevice device = fake.open();
        assertEquals(1024, device.attributes().maxDeviceMemory());
        assertTrue(device.attributes().has(DeviceCapability.DEVICE_MEMORY));
        final DeviceMemory memory = device.allocateDeviceMemory(100, 6);
        memory.copyFromHost(4, 4096, 8);
        memory.copyToHost(8192, 96, 4);
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        final ExtendedMemoryRegion region = memory.register(domain, 10, 50, Access.ZERO_BASED | Access.LOCAL_WRITE);
        assertEquals(0, region.iova());
        assertEquals(List.of("alloc 100 6", "to 4 4096 8", "from 8192 96 4", "reg 10 50 33"), calls);
        for (final Executable bad : List.<Executable>of(
                () -> memory.copyFromHost(2, 4096, 8),
                () -> memory.copyFromHost(0, 4096, 6),
                () -> memory.copyToHost(4096, 96, 8),
                () -> memory.register(domain, 60, 50, Access.ZERO_BASED),
                () -> memory.register(domain, 0, 50, Access.LOCAL_WRITE),
                () -> memory.register(fake.open().allocateProtectionDomain(), 0, 50, Access.ZERO_BASED),
                () -> device.allocateDeviceMemory(0, 0))) {
            assertEquals(Errno.EINVAL, refused(bad));
        }
        region.close();
        memory.close();
        assertEquals("free", calls.get(calls.size() - 1));
        assertEquals(Errno.EINVAL, refused(() -> memory.copyFromHost(0, 4096, 4)));
    }

    private long note(final String call) {
        calls.add(call);
        return 0;
    }

    /** The driver calls back while it creates and destroys queues. */
    @Test
    @SuppressWarnings("restricted")
    void shouldLendMemoryForTheQueuesOfAParentDomain() throws Throwable {
        final long[] functions = new long[2];
        fake.extend(FakeVerbs.ALLOC_PARENT_DOMAIN, (context, attributes, c, d, e, f) -> {
            final MemorySegment source = Native.segment(attributes, 48);
            calls.add("parent " + (source.get(JAVA_LONG, 0) != 0) + " " + source.get(JAVA_INT, 16));
            functions[0] = source.get(JAVA_LONG, 24);
            functions[1] = source.get(JAVA_LONG, 32);
            return fake.object();
        });
        final IbvDevice device = fake.open();
        calls.clear();
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        device.allocateParentDomain(domain, null).close();
        final ExtendedProtectionDomain parent = device.allocateParentDomain(domain, new QueueBufferAllocator() {
            @Override
            public MemoryBlock allocate(final long length, final long alignment) {
                calls.add("lend " + length + " " + alignment);
                if (length == 3) {
                    throw new IllegalStateException("on purpose");
                }
                return length == 2 ? null : device.memory().allocate(length, alignment);
            }

            @Override
            public void free(final MemoryBlock block) {
                calls.add("back " + block.length());
                block.close();
            }
        });
        final long block = lend(functions[0], 5000);
        assertEquals(0, block % 4096);
        assertEquals(-1, lend(functions[0], 2), "the driver's own");
        assertEquals(0, lend(functions[0], 3), "a failure");
        for (final long address : new long[] {block, block}) {
            Linker.nativeLinker()
                    .downcallHandle(
                            Native.at(functions[1]),
                            FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG))
                    .invoke(0L, 0L, address, 0L);
        }
        assertEquals(
                List.of("parent true 0", "parent true 1", "lend 5000 4096", "lend 2 4096", "lend 3 4096", "back 5000"),
                calls);
        parent.close();
        domain.close();
        device.close();
    }

    @SuppressWarnings("restricted")
    private static long lend(final long function, final long length) throws Throwable {
        return (long) Linker.nativeLinker()
                .downcallHandle(
                        Native.at(function),
                        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG))
                .invoke(0L, 0L, length, 4096L, 0L);
    }
}
