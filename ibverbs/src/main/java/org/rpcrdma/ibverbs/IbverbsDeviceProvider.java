// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rpcrdma.ibverbs.device.AsyncRouter;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.HostDevice;
import org.rpcrdma.ibverbs.device.OpenContext;
import org.rpcrdma.ibverbs.layout.ContextLayout;
import org.rpcrdma.ibverbs.layout.DeviceLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Librdmacm;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceProvider;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Opens this host's RDMA devices by name. {@code rdma link} and {@code ibv_devices} show the names. Requires Linux on
 * x86-64, libibverbs with the device's provider, librdmacm, and the kernel modules ib_uverbs and rdma_ucm.
 *
 * <p>Thread-safe.
 */
public final class IbverbsDeviceProvider implements DeviceProvider {
    private static final String NODE_FOLDER = "/dev/infiniband/";
    private static final Path DEVICES = Path.of("/sys/class/infiniband_verbs");

    /** The router of asynchronous events; null until a device has been opened. */
    private static AsyncRouter router;

    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public IbverbsDeviceProvider() {}

    @Override
    public List<String> names() {
        HostRequirements.checkDevices(DEVICES);
        HostRequirements.check();
        return List.copyOf(nodes(Libibverbs.load()).keySet());
    }

    /** Returns the names of the host's devices, and for each the name of its device node. */
    private static Map<String, String> nodes(final Libibverbs library) {
        try (Arena arena = Arena.ofConfined()) {
            final long count = arena.allocate(JAVA_INT).address();
            final long list = devices(library, count);
            final Map<String, String> nodes = new LinkedHashMap<>();
            for (int i = 0; i < Native.getInt(count); i++) {
                final long device = Native.getLong(list + (long) i * Long.BYTES);
                nodes.put(name(library, device), NODE_FOLDER + Native.string(device + DeviceLayout.DEV_NAME));
            }
            library.freeDeviceList.number(list);
            return nodes;
        }
    }

    private static long devices(final Libibverbs library, final long count) {
        try {
            return library.getDeviceList.pointer(count);
        } catch (final VerbsException e) {
            throw new VerbsException(e.errno(), Errnos.reason(e) + "; is the module ib_uverbs loaded?");
        }
    }

    private static String name(final Libibverbs library, final long device) {
        return Native.string(library.getDeviceName.pointer(device));
    }

    /**
     * {@inheritDoc}
     *
     * <p>If the host is not set up, the error states what is missing: {@code /dev/infiniband/rdma_cm}, permissions or a
     * library. Only InfiniBand and RoCE devices are supported; other devices, such as iWARP devices, fail with
     * EOPNOTSUPP.
     */
    @Override
    public Device open(final String name) {
        HostRequirements.check();
        final Libibverbs library = Libibverbs.load();
        return open(name, library, Librdmacm.load(), router(library));
    }

    @Override
    public Optional<String> driver(final String name) {
        return HostDevice.of(name).driver();
    }

    static Device open(
            final String name, final Libibverbs library, final Librdmacm connections, final AsyncRouter router) {
        try (Arena arena = Arena.ofConfined()) {
            final long count = arena.allocate(JAVA_INT).address();
            final long list = contexts(connections, count);
            final Runnable giveBack = () -> connections.freeDevices.number(list);
            try {
                final long context = context(name, library, list, Native.getInt(count));
                return new IbvDevice(
                        DeviceContext.of(
                                new OpenContext(name, context), library, connections, router, HostDevice.of(name)),
                        giveBack);
            } catch (final RuntimeException e) {
                giveBack.run();
                throw e;
            }
        }
    }

    /**
     * Returns the library's only router. All open instances of a device share the context from which the router reads
     * events.
     */
    private static synchronized AsyncRouter router(final Libibverbs library) {
        if (router == null) {
            router = new AsyncRouter(library);
        }
        return router;
    }

    private static long context(final String name, final Libibverbs library, final long list, final int count) {
        for (int i = 0; i < count; i++) {
            final long context = Native.getLong(list + (long) i * Long.BYTES);
            final long device = Native.getLong(context + ContextLayout.DEVICE);
            if (name(library, device).equals(name)) {
                checkTransport(name, Native.getInt(device + DeviceLayout.TRANSPORT_TYPE));
                return context;
            }
        }
        throw notOpened(name, nodes(library));
    }

    /**
     * Rejects all transports except InfiniBand and RoCE. iWARP, for example, changes queue pair states and resolves
     * addresses differently.
     */
    private static void checkTransport(final String name, final int transport) {
        if (transport != DeviceLayout.TRANSPORT_INFINIBAND) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "only InfiniBand and RoCE devices are supported: name=" + name + " transport="
                            + (transport == DeviceLayout.TRANSPORT_IWARP ? "iWARP" : transport));
        }
    }

    private static VerbsException notOpened(final String name, final Map<String, String> nodes) {
        if (nodes.containsKey(name)) {
            return new VerbsException(
                    Errno.EPERM,
                    "cannot open the device; read and write access to its node is required: name=" + name + " node="
                            + nodes.get(name));
        }
        return new VerbsException(
                Errno.ENOENT, "there is no such device: name=" + name + "; devices=" + nodes.keySet());
    }

    private static long contexts(final Librdmacm connections, final long count) {
        try {
            return connections.getDevices.pointer(count);
        } catch (final VerbsException e) {
            throw new VerbsException(
                    e.errno(),
                    Errnos.reason(e)
                            + "; is the module rdma_ucm loaded, and may this process open /dev/infiniband/rdma_cm?");
        }
    }
}
