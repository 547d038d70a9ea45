// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.util.function.BooleanSupplier;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** What all channels of a program share: a device, its event loop and a protection domain. */
final class Host implements AutoCloseable {
    /** How long a peer may take for a step: its machine may be emulated. */
    static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Device device;
    private final EventLoop loop;
    private final ProtectionDomain domain;

    /**
     * Makes a host.
     *
     * @param device stays open.
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

    /** Listens for requests; closing what it returns ends that. */
    AutoCloseable listen(final int port, final ConnectionManager.ListenHandler handler) {
        return device.connections().listen(port, loop, handler);
    }

    /**
     * Waits until something has happened.
     *
     * @param condition true once it has.
     * @param what      its name.
     * @throws IllegalStateException if it takes too long.
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

    /** Waits for something as long as it takes. */
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
