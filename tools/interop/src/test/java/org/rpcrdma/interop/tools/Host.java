// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.util.function.BooleanSupplier;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** The device, event loop and protection domain that all channels of a program share. */
final class Host implements AutoCloseable {
    /** The time limit, in ns, for one step of a peer, whose machine may be emulated. */
    static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Device device;
    private final EventLoop loop;
    private final ProtectionDomain domain;

    /**
     * Creates a host.
     *
     * @param device the device, which this host does not close.
     */
    Host(final Device device) {
        this.device = device;
        loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
    }

    Device device() {
        return device;
    }

    EventLoop loop() {
        return loop;
    }

    ProtectionDomain domain() {
        return domain;
    }

    /** Listens for requests until the returned object is closed. */
    AutoCloseable listen(final int port, final ConnectionManager.ListenHandler handler) {
        return device.connections().listen(port, loop, handler);
    }

    /**
     * Waits until a condition is true.
     *
     * @param condition the condition.
     * @param what      a description of the condition.
     * @throws IllegalStateException if the condition does not become true in time.
     */
    void await(final BooleanSupplier condition, final String what) {
        final long end = loop.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            final long left = end - loop.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException("timed out: waitedFor=" + what + " nanos=" + PATIENCE_NANOS);
            }
            loop.runOnce(left);
        }
    }

    /** Waits until a condition is true, without a time limit. */
    void awaitLong(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            loop.runOnce(PATIENCE_NANOS);
        }
    }

    @Override
    public void close() {
        domain.close();
    }
}
