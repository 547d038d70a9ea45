// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import org.rpcrdma.conformance.runner.BoundWindow;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Pair;
import org.rpcrdma.conformance.runner.Registering;
import org.rpcrdma.conformance.runner.TestBuffer;
import org.rpcrdma.conformance.runner.Testbed;
import org.rpcrdma.conformance.runner.Traffic;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** Sends RDMA WRITEs from a client to a server's region through a memory window. */
final class WindowTraffic {
    static final int LENGTH = 1024;
    static final int BINDABLE = Access.LOCAL_WRITE | Access.MW_BIND;
    static final int WRITABLE = Access.LOCAL_WRITE | Access.REMOTE_WRITE;

    final Pair pair;
    final Traffic traffic;
    final BoundWindow window;
    final ExtendedMemoryRegion region;

    private WindowTraffic(final Testbed bed, final int type, final int access, final Registering registering) {
        bed.require(
                type == MemoryWindow.TYPE_1 ? DeviceCapability.MEMORY_WINDOW : DeviceCapability.MEMORY_WINDOW_TYPE_2B);
        pair = Pair.connected(bed);
        traffic = new Traffic(bed, pair, LENGTH, access, registering);
        region = traffic.server().region();
        window = new BoundWindow(bed, pair.server(), type);
    }

    /** Creates an unbound type 1 window and a region. */
    static WindowTraffic type1(final Testbed bed, final Registering registering) {
        return new WindowTraffic(bed, MemoryWindow.TYPE_1, BINDABLE, registering);
    }

    /** Creates a type 2 window that is bound to a region. */
    static WindowTraffic type2(final Testbed bed, final int regionAccess, final int windowAccess) {
        final WindowTraffic traffic = new WindowTraffic(bed, MemoryWindow.TYPE_2, regionAccess, TestBuffer::register);
        traffic.window.bind(traffic.region, windowAccess);
        return traffic;
    }

    /** Creates a type 2 window that permits RDMA WRITEs. */
    static WindowTraffic writableType2(final Testbed bed) {
        final WindowTraffic traffic = type2(bed, BINDABLE, WRITABLE);
        traffic.expectOpen(traffic.window.key());
        return traffic;
    }

    private Endpoint write(final int key, final int offset, final int length) {
        traffic.server().buffer().fill(Traffic.SERVER_BYTE);
        return traffic.writeTo(region.iova() + offset, length, key);
    }

    /** Expects a key to permit RDMA WRITEs to the whole region. */
    void expectOpen(final int key) {
        expectOpen(key, 0, LENGTH);
    }

    /** Expects a key to permit RDMA WRITEs to part of the region. */
    void expectOpen(final int key, final int offset, final int length) {
        write(key, offset, length).nextSuccess("RDMA WRITE");
        traffic.server().buffer().expect(0, offset, Traffic.SERVER_BYTE);
        traffic.server().buffer().expect(offset, length, Traffic.CLIENT_BYTE);
        traffic.server().buffer().expect(offset + length, LENGTH - offset - length, Traffic.SERVER_BYTE);
    }

    /** Expects a key to permit no RDMA WRITEs, then recovers the queue pairs. */
    void expectClosed(final int key) {
        expectClosed(key, 0, LENGTH);
    }

    /** Expects a key to permit no RDMA WRITEs to part of the region, then recovers the queue pairs. */
    void expectClosed(final int key, final int offset, final int length) {
        write(key, offset, length).next("RDMA WRITE", CompletionStatus.REM_ACCESS_ERR);
        traffic.server().buffer().expect(Traffic.SERVER_BYTE);
        traffic.recover();
    }
}
