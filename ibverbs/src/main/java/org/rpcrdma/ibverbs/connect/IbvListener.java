// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.SocketAddresses;
import org.rpcrdma.ibverbs.event.ConnectionEvent;
import org.rpcrdma.ibverbs.event.ConnectionEvents;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A listener on the device's addresses. It owns one {@code struct rdma_cm_id} per address until it is closed. It skips
 * addresses that cannot be bound yet, and logs a warning. For example, an IPv6 address is tentative until duplicate
 * address detection has finished.
 */
final class IbvListener implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger("org.rpcrdma.ibverbs");
    private static final int BACKLOG = 128;

    private final DeviceContext device;
    private final ConnectionEvents events;
    private final ConnectionManager.ListenHandler handler;
    private final List<Long> identifiers = new ArrayList<>();

    /** The addresses that could not be bound, each with the errno. */
    private final List<String> unavailable = new ArrayList<>();

    /**
     * Starts listening.
     *
     * @throws VerbsException ENODATA if no address can be bound.
     */
    IbvListener(
            final DeviceContext device,
            final ConnectionEvents events,
            final List<InetAddress> addresses,
            final int port,
            final ConnectionManager.ListenHandler handler) {
        this.device = device;
        this.events = events;
        this.handler = handler;
        try {
            addresses.forEach(address -> listen(new InetSocketAddress(address, port)));
            report();
        } catch (final RuntimeException e) {
            destroy();
            throw e;
        }
        device.open().opened();
    }

    private void listen(final InetSocketAddress local) {
        final long identifier = events.newIdentifier(this::onEvent);
        identifiers.add(identifier);
        final int errno = bind(identifier, local);
        if (errno == Errnos.EADDRNOTAVAIL) {
            destroyLast();
            unavailable.add(local + " errno=" + errno);
        } else if (errno != 0) {
            throw Errnos.exception(errno, "rdma_bind_addr of " + local + " failed");
        } else {
            device.connectionLibrary().listen.check(identifier, BACKLOG);
        }
    }

    private int bind(final long identifier, final InetSocketAddress local) {
        try (Arena arena = Arena.ofConfined()) {
            return device.connectionLibrary()
                    .bindAddr
                    .errno(identifier, SocketAddresses.write(arena, local).address());
        }
    }

    private void report() {
        if (unavailable.isEmpty()) {
            return;
        }
        final String which = "device=" + device.name() + " addresses=" + unavailable;
        if (identifiers.isEmpty()) {
            throw new VerbsException(Errno.ENODATA, "cannot bind to any address: " + which);
        }
        LOGGER.log(System.Logger.Level.WARNING, "not listening on addresses that cannot be bound yet: " + which);
    }

    private void onEvent(final ConnectionEvent event) {
        if (event.type() == ConnectionLayout.CONNECT_REQUEST) {
            new IbvConnectionRequest(device, events, event).handTo(handler);
        } else if (event.type() == ConnectionLayout.DEVICE_REMOVAL) {
            // The kernel does not remove the device until its identifiers have been destroyed.
            close();
            handler.onEnd("the device was removed: device=" + device.name());
        }
    }

    private void destroy() {
        while (!identifiers.isEmpty()) {
            destroyLast();
        }
    }

    private void destroyLast() {
        final int last = identifiers.size() - 1;
        events.destroy(identifiers.get(last));
        identifiers.remove(last);
    }

    @Override
    public void close() {
        if (!identifiers.isEmpty()) {
            destroy();
            device.open().closed();
        }
    }
}
