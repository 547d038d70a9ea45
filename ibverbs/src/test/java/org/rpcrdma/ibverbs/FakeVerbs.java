// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rpcrdma.ibverbs.device.AsyncRouter;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.HostDevice;
import org.rpcrdma.ibverbs.device.OpenContext;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Librdmacm;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.library.NativeLibrary;
import org.rpcrdma.verbs.Device;

/**
 * A fake driver with its two libraries. It is a {@code struct verbs_context} in memory, whose functions are Java
 * methods with C's calling convention. Functions that a test does not define return 0. Here, offsets are literal
 * numbers, so that the test checks the offsets in the code.
 */
final class FakeVerbs implements AutoCloseable {
    static final int ALLOC_MW = 64;
    static final int BIND_MW = 72;
    static final int POLL_CQ = 96;
    static final int REQ_NOTIFY_CQ = 104;
    static final int POST_SRQ_RECV = 168;
    static final int POST_SEND = 208;
    static final int POST_RECV = 216;
    static final int CREATE_QP_EX = -56;
    static final int QUERY_DEVICE_EX = -104;
    static final int ADVISE_MR = -312;

    private static final int OPS = 32;
    private static final long EXTENSION = 368;
    private static final long CONTEXT = 328;
    private static final int OBJECT = 512;

    /** A C function with up to six parameters, each of which is a pointer or an integer. */
    @FunctionalInterface
    interface Function {
        long call(long a, long b, long c, long d, long e, long f);
    }

    /** The names of the called functions, in order. */
    final List<String> calls = new ArrayList<>();

    /** The objects that have been created and not yet destroyed. */
    final Ledger ledger = new Ledger();

    final MemorySegment context;

    /** The device to which the context belongs. */
    final MemorySegment device;

    /** The number of ports that {@code ibv_query_device} reports. */
    byte ports = 1;

    /** The information that the operating system has about the device. */
    HostDevice host = new HostDevice(Path.of("none"), List::of);

    /** True if librdmacm can open the listed device. */
    boolean canBeOpened = true;

    private final Arena arena = Arena.ofShared();

    /** The libraries' functions by name, and the driver's functions by offset. */
    private final Map<String, Function> functions = new HashMap<>();

    private final Map<String, MemorySegment> entries = new HashMap<>();
    private Libibverbs verbs;
    private Librdmacm connectionManager;
    private AsyncRouter router;

    /** The descriptor for asynchronous events, unless a test replaces it. */
    private final int asyncDescriptor = Libc.eventfd();

    FakeVerbs() {
        final MemorySegment whole = arena.allocate(EXTENSION + CONTEXT, 64);
        context = whole.asSlice(EXTENSION);
        whole.set(JAVA_LONG, EXTENSION - 8, EXTENSION + CONTEXT);
        context.set(JAVA_LONG, 320, -1);
        context.set(JAVA_INT, 272, 3);
        context.set(JAVA_INT, ContextLayout.ASYNC_FD, asyncDescriptor);
        device = Native.segment(object(), OBJECT);
        device.setString(88, "uverbs7");
        for (int i = 0; i < OPS; i++) {
            final int offset = 8 + 8 * i;
            context.set(JAVA_LONG, offset, entry("op" + offset).address());
        }
        onQueryDevice(4096, 0);
        for (final String create : List.of(
                "ibv_alloc_pd",
                "ibv_reg_mr_iova2",
                "ibv_create_ah",
                "ibv_create_cq",
                "ibv_create_qp",
                "ibv_create_srq")) {
            on(create, (a, b, c, d, e, f) -> object());
        }
        for (final String get : List.of("ibv_get_cq_event", "rdma_get_cm_event", "ibv_get_async_event")) {
            functions.put(get, (a, b, c, d, e, f) -> -1);
        }
        op(ALLOC_MW, (a, b, c, d, e, f) -> object());
        on("ibv_create_comp_channel", (a, b, c, d, e, f) -> channel(8));
        on("ibv_destroy_comp_channel", (channel, b, c, d, e, f) -> closeDescriptor(channel + 8));
        on("rdma_create_event_channel", (a, b, c, d, e, f) -> channel(0));
        on("rdma_destroy_event_channel", (channel, b, c, d, e, f) -> closeDescriptor(channel));
    }

    /** Sets the result of {@code ibv_query_device}. */
    void onQueryDevice(final int maxWr, final int flags) {
        onQueryDevice(maxWr, flags, 0);
    }

    /**
     * Sets the result of {@code ibv_query_device} for a vendor's device. The devices of known vendors are polled
     * without leaving the Java state, which is impossible if the function is a Java method.
     */
    void onQueryDevice(final int maxWr, final int flags, final int vendor) {
        on("ibv_query_device", (a, attributes, c, d, e, f) -> {
            final MemorySegment target = Native.segment(attributes, 232);
            target.set(JAVA_INT, 96, vendor);
            target.set(JAVA_INT, 112, maxWr);
            target.set(JAVA_INT, 116, flags);
            target.set(JAVA_INT, 120, 30);
            target.set(JAVA_INT, 132, 1000);
            target.set(JAVA_INT, 144, 16);
            target.set(JAVA_INT, 156, 12);
            target.set(JAVA_INT, 216, 500);
            target.set(JAVA_BYTE, 227, ports);
            return 0;
        });
    }

    /** Returns a structure of any kind, in which all bytes are zero. */
    long object() {
        return arena.allocate(OBJECT, 64).address();
    }

    /** Returns a structure that contains a descriptor. The descriptor is always ready. */
    private long channel(final long field) {
        final long channel = object();
        final int descriptor = Libc.eventfd();
        final MemorySegment one = arena.allocate(JAVA_LONG);
        one.set(JAVA_LONG, 0, 1);
        Libc.addToCounter(descriptor, one);
        Native.setInt(channel + field, descriptor);
        return channel;
    }

    private static long closeDescriptor(final long place) {
        Libc.close(Native.getInt(place));
        return 0;
    }

    /** Defines an exported function. */
    void on(final String name, final Function function) {
        functions.put(name, (a, b, c, d, e, f) -> {
            calls.add(name);
            return function.call(a, b, c, d, e, f);
        });
    }

    /** Defines the driver function at an offset in the context. */
    void op(final int offset, final Function function) {
        functions.put("op" + offset, function);
    }

    /** Defines a driver function of the extension, which lies below the context. */
    void extend(final int offset, final Function function) {
        functions.put("op" + offset, function);
        Native.setLong(context.address() + offset, entry("op" + offset).address());
    }

    /** Returns a pointer to a function, which the test can store in a structure. */
    long pointer(final String name, final Function function) {
        functions.put(name, function);
        return entry(name).address();
    }

    /** Sets the size that the extended context reports. */
    void shorten(final long size) {
        Native.setLong(context.address() - 8, size);
    }

    /** Replaces an exported function with a C library function. Must be called before a device is opened. */
    void useLibc(final String name, final String libcName) {
        entries.put(name, libc(libcName));
    }

    /** Replaces a driver function with a C library function. Must be called before a device is opened. */
    void useLibc(final int offset, final String libcName) {
        context.set(JAVA_LONG, offset, libc(libcName).address());
    }

    static MemorySegment libc(final String name) {
        return Linker.nativeLinker().defaultLookup().find(name).orElseThrow();
    }

    private MemorySegment entry(final String name) {
        return entries.computeIfAbsent(
                name,
                absent -> stub((a, b, c, d, e, f) -> {
                    if (ledger.fails(name)) {
                        return Ledger.failure(name);
                    }
                    final Function function = functions.get(name);
                    final long result = function == null ? 0 : function.call(a, b, c, d, e, f);
                    ledger.returned(name, a, b, result);
                    return result;
                }));
    }

    @SuppressWarnings("restricted")
    private MemorySegment stub(final Function function) {
        final MethodType type = MethodType.genericMethodType(0).changeReturnType(long.class);
        try {
            final MethodHandle call = MethodHandles.lookup()
                    .findVirtual(
                            Function.class,
                            "call",
                            type.appendParameterTypes(
                                    long.class, long.class, long.class, long.class, long.class, long.class))
                    .bindTo(function);
            final FunctionDescriptor descriptor =
                    FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
            return Linker.nativeLinker().upcallStub(call, descriptor, arena);
        } catch (final ReflectiveOperationException e) {
            throw new LinkageError("stub", e);
        }
    }

    /** Loads the libraries, once per process. */
    private void load() {
        if (verbs == null) {
            final NativeLibrary library = new NativeLibrary("fake", name -> Optional.of(entry(name)));
            verbs = new Libibverbs(library);
            connectionManager = new Librdmacm(library);
            router = new AsyncRouter(verbs);
        }
    }

    IbvDevice open() {
        load();
        return new IbvDevice(
                DeviceContext.of(new OpenContext("fake0", context.address()), verbs, connectionManager, router, host),
                () -> calls.add("gone"));
    }

    /** Opens a device by its name, as the provider does on a host that has this device. */
    Device openByName(final String name) {
        final MemorySegment contexts = arena.allocate(JAVA_LONG);
        contexts.set(JAVA_LONG, 0, context.address());
        final MemorySegment devices = arena.allocate(JAVA_LONG);
        devices.set(JAVA_LONG, 0, device.address());
        context.set(JAVA_LONG, 0, device.address());
        final MemorySegment own = arena.allocateFrom("fake0");
        on("rdma_get_devices", (count, b, c, d, e, f) -> {
            Native.setInt(count, canBeOpened ? 1 : 0);
            return contexts.address();
        });
        on("ibv_get_device_list", (count, b, c, d, e, f) -> {
            Native.setInt(count, 1);
            return devices.address();
        });
        on("ibv_get_device_name", (device, b, c, d, e, f) -> own.address());
        load();
        return IbverbsDeviceProvider.open(name, verbs, connectionManager, router);
    }

    @Override
    public void close() {
        Libc.close(asyncDescriptor);
        arena.close();
    }
}
