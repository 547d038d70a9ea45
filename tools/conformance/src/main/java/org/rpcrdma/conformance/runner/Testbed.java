// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import org.agrona.CloseHelper;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/**
 * The environment of one row. It consists of two connected devices, an event loop for each, and the resources that the
 * row acquires. On a real host, both devices may be the same. Resources registered with {@link #own} are closed in
 * reverse order when the row ends. If a resource remains in a device after that, the row fails. Used by one thread.
 */
public abstract class Testbed implements AutoCloseable {
    private static final long SETTLED_NANOS = 100_000_000;

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private final Personality personality;
    private final Personality serverPersonality;
    private final ExtendedDevice client;
    private final ExtendedDevice server;
    private final EventLoop clientLoop;
    private final EventLoop serverLoop;

    /**
     * Takes ownership of the devices, and closes them if construction fails. Called by the testbeds' constructors.
     *
     * @param personality       the implementation that the client is expected to be.
     * @param serverPersonality the implementation that the server is expected to be.
     * @param client            the device that usually sends requests.
     * @param server            the device that usually responds; possibly the same device.
     */
    protected Testbed(
            final Personality personality,
            final Personality serverPersonality,
            final ExtendedDevice client,
            final ExtendedDevice server) {
        this.personality = personality;
        this.serverPersonality = serverPersonality;
        this.client = client;
        this.server = server;
        try {
            clientLoop = client.newEventLoop();
            serverLoop = server.newEventLoop();
        } catch (final RuntimeException e) {
            close(client, server);
            throw e;
        }
    }

    /**
     * Returns the implementation that the client imitates.
     *
     * @return the personality that rows expect.
     */
    public final Personality personality() {
        return personality;
    }

    /**
     * Returns the implementation that the server imitates.
     *
     * @return the personality; it differs from the client's only if the devices are of different kinds.
     */
    public final Personality serverPersonality() {
        return serverPersonality;
    }

    /**
     * Returns the device that usually sends requests.
     *
     * @return the first device.
     */
    public final ExtendedDevice client() {
        return client;
    }

    /**
     * Returns the device that usually responds.
     *
     * @return the second device, or the first device again.
     */
    public final ExtendedDevice server() {
        return server;
    }

    /**
     * Returns the event loop that runs the handlers of the client's objects.
     *
     * @return the event loop.
     */
    public final EventLoop clientLoop() {
        return clientLoop;
    }

    /**
     * Returns the event loop that runs the handlers of the server's objects.
     *
     * @return the event loop.
     */
    public final EventLoop serverLoop() {
        return serverLoop;
    }

    /**
     * Returns the address on which the server's connection manager listens.
     *
     * @return a numeric IP address.
     */
    public final String serverAddress() {
        return server.connections().localAddress().getHostAddress();
    }

    /**
     * Returns the index of the GID at which the other side reaches a side.
     *
     * @param side the client's device or the server's.
     * @return an index, from 0.
     */
    public int gidIndex(final ExtendedDevice side) {
        return 0;
    }

    /**
     * Returns the address vector from the client to the server.
     *
     * @return the address vector, which contains the server's GID.
     */
    public final AddressVector toServer() {
        return new AddressVector(server().gid(1, gidIndex(server())), gidIndex(client()), 1);
    }

    /**
     * Skips the row if the devices' connection managers cannot reach each other.
     *
     * @throws RowSkipped if they cannot.
     */
    public void requireConnections() {
        // Devices on the same host or in the same simulation can always reach each other.
    }

    /**
     * Returns a testbed of the same kind with different options.
     *
     * @param options the testbed's options.
     * @return the testbed; the caller closes it.
     * @throws RowSkipped if these options are unavailable.
     */
    public abstract Testbed another(TestbedOptions options);

    /**
     * Returns true if the devices have a feature.
     *
     * @param capability the feature.
     * @return true if both devices have the feature.
     */
    public final boolean has(final DeviceCapability capability) {
        return client().attributes().has(capability) && server().attributes().has(capability);
    }

    /**
     * Skips the row unless both devices have a feature.
     *
     * @param capability the feature that the row requires.
     * @throws RowSkipped if either device lacks the feature.
     */
    public final void require(final DeviceCapability capability) {
        if (!has(capability)) {
            throw new RowSkipped(
                    "has no " + capability.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    /**
     * Closes the devices.
     *
     * @throws org.rpcrdma.verbs.VerbsException EBUSY if a resource remains in a device.
     */
    protected void closeDevices() {
        close(client, server);
    }

    private static void close(final ExtendedDevice client, final ExtendedDevice server) {
        CloseHelper.closeAll(client, server == client ? null : server);
    }

    /**
     * Registers a resource that is to be closed when the row ends.
     *
     * @param resource the resource.
     * @param <T>      the resource's type.
     * @return the resource.
     */
    public final <T extends AutoCloseable> T own(final T resource) {
        owned.push(resource);
        return resource;
    }

    /**
     * Closes a registered resource immediately.
     *
     * @param resource a resource that was passed to {@link #own}.
     */
    public final void giveBack(final AutoCloseable resource) {
        CloseHelper.close(resource);
        if (!owned.removeIf(each -> each == resource)) {
            throw new IllegalArgumentException("the resource was not registered with own: " + resource);
        }
    }

    /** Returns the time without events, in nanoseconds, after which the testbed counts as idle. */
    protected long settledNanos() {
        return SETTLED_NANOS;
    }

    /**
     * Runs a side's event loop until an event has occurred.
     *
     * @param loop  the client's or the server's loop.
     * @param nanos the maximum time to wait, in nanoseconds.
     * @return false if no event occurred.
     */
    protected boolean runOnce(final EventLoop loop, final long nanos) {
        return loop.runOnce(nanos);
    }

    /** Waits until the testbed is idle. */
    public final void settle() {
        while (runOnce(clientLoop(), settledNanos()) | runOnce(serverLoop(), settledNanos())) {
            continue;
        }
    }

    @Override
    public final void close() {
        CloseHelper.closeAll(owned);
        closeDevices();
    }
}
