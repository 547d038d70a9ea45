// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.layout.MemoryLayouts;
import org.rpcrdma.ibverbs.library.DriverCalls;
import org.rpcrdma.ibverbs.library.IbvOps;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.ibverbs.library.Librdmacm;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.DeviceAttributes;

/**
 * The parts of an open device that the device's objects need. Thread-safe, because all of its parts are thread-safe.
 *
 * @param open              the {@code struct ibv_context}, which objects keep open.
 * @param library           the functions of libibverbs.
 * @param connectionLibrary the functions of librdmacm.
 * @param ops               the functions whose addresses the context itself contains.
 * @param calls             the functions of the data path.
 * @param granted           the device's limits and capabilities.
 * @param memory            the allocator of native memory near the device.
 * @param addresses         the addresses of the device's ports.
 * @param asyncEvents       the asynchronous events of this open instance.
 */
public record DeviceContext(
        OpenContext open,
        Libibverbs library,
        Librdmacm connectionLibrary,
        IbvOps ops,
        DriverCalls calls,
        IbvDeviceAttributes granted,
        MappedMemory memory,
        PortAddresses addresses,
        ContextEvents asyncEvents) {
    /** A {@code struct ibv_mr} in which all fields are zero. */
    private static final MemorySegment EMPTY_REGION = Arena.global().allocate(MemoryLayouts.MR_ROOM, Long.BYTES);

    /**
     * Creates the parts of a device whose context librdmacm has opened.
     *
     * @param router the router that receives the events of all open devices.
     * @param host   the operating system's information about the device.
     */
    public static DeviceContext of(
            final OpenContext open,
            final Libibverbs library,
            final Librdmacm connectionLibrary,
            final AsyncRouter router,
            final HostDevice host) {
        final IbvOps ops = new IbvOps(open.pointer());
        final IbvDeviceAttributes granted = IbvDeviceAttributes.query(library, ops, open.pointer());
        return new DeviceContext(
                open,
                library,
                connectionLibrary,
                ops,
                DriverCalls.of(open.pointer(), granted.staysInUserSpace()),
                granted,
                new MappedMemory(host.numaNode()),
                new PortAddresses(open, library, host),
                new ContextEvents(open, router));
    }

    public String name() {
        return open.name();
    }

    /** Returns the {@code struct ibv_context}. Throws EINVAL if the device is closed. */
    public long context() {
        return open.pointer();
    }

    public DeviceAttributes attributes() {
        return granted.attributes();
    }

    /**
     * Returns an empty region for a bind that closes a window. This kind of bind needs no region, but soft-RoCE's
     * library (at least in rdma-core 44) reads a key from the region without checking for NULL.
     */
    public long noRegion() {
        return granted.isSoftRoce() ? EMPTY_REGION.address() : Native.NULL;
    }
}
