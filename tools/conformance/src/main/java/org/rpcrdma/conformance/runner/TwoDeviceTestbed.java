// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.function.Function;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/**
 * A testbed with two devices of different kinds on this host: a UDP device and another NIC. They reach each other over
 * a network. A device that is driven by its event loop also runs while the other side waits.
 */
public final class TwoDeviceTestbed extends Testbed {
    private static final long SLICE_NANOS = 1_000_000;
    private static final long IPV4 = 0xffffL;
    private static final int LINK_LOCAL = 0xfe80;
    private static final int PROBED_PORT = 20050;

    private final Factory factory;

    /**
     * Creates such testbeds. Skips rows that require an option, because devices of the host do not offer options.
     *
     * @param client      the name of the device that usually sends requests.
     * @param server      the name of the device that usually responds.
     * @param opener      opens the devices.
     * @param personality the implementation that the client is expected to be.
     * @param ofServer    the implementation that the server is expected to be.
     */
    public record Factory(
            String client,
            String server,
            Function<String, Device> opener,
            Personality personality,
            Personality ofServer)
            implements TestbedFactory {
        @Override
        public Testbed open(final TestbedOptions options) {
            options.requireDefault();
            final ExtendedDevice first = ExtendedDevice.of(opener.apply(client));
            return new TwoDeviceTestbed(this, first, openServer(first));
        }

        private ExtendedDevice openServer(final ExtendedDevice first) {
            try {
                return ExtendedDevice.of(opener.apply(server));
            } catch (final RuntimeException e) {
                first.close();
                throw e;
            }
        }
    }

    private TwoDeviceTestbed(final Factory factory, final ExtendedDevice client, final ExtendedDevice server) {
        super(factory.personality, factory.ofServer, client, server);
        this.factory = factory;
    }

    /** Returns the index of the first GID that is a routable address of the other side's address family. */
    @Override
    public int gidIndex(final ExtendedDevice side) {
        final ExtendedDevice other = side == client() ? server() : client();
        final boolean isIpv4 = isIpv4(side.gid(1, 0)) || isIpv4(other.gid(1, 0));
        int index = 0;
        while (isIpv4(side.gid(1, index)) != isIpv4 || isOfLink(side.gid(1, index))) {
            index++;
        }
        return index;
    }

    private static boolean isIpv4(final Gid gid) {
        return gid.subnetPrefix() == 0 && gid.interfaceId() >>> Integer.SIZE == IPV4;
    }

    private static boolean isOfLink(final Gid gid) {
        return gid.subnetPrefix() >>> Long.SIZE - Short.SIZE == LINK_LOCAL;
    }

    /**
     * Skips the row if a connection manager cannot listen, because its device has no address in this network namespace.
     */
    @Override
    public void requireConnections() {
        requireConnections(client(), clientLoop());
        requireConnections(server(), serverLoop());
    }

    private void requireConnections(final ExtendedDevice device, final EventLoop loop) {
        try {
            giveBack(own(device.connections().listen(PROBED_PORT, loop, request -> {})));
        } catch (final VerbsException e) {
            if (e.errno() != Errno.ENODATA && e.errno() != Errno.EADDRNOTAVAIL) {
                throw e;
            }
            throw new RowSkipped("connection manager cannot listen in this network namespace");
        }
    }

    @Override
    protected boolean runOnce(final EventLoop loop, final long nanos) {
        final EventLoop other = loop == clientLoop() ? serverLoop() : clientLoop();
        final long end = loop.nanoTime() + nanos;
        while (!(other.runOnce(0) | loop.runOnce(SLICE_NANOS))) {
            if (loop.nanoTime() >= end) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return factory.open(options);
    }
}
