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
 * The world of one row: two devices that reach each other (on a real host perhaps twice the same), an event loop for
 * each, and whatever the row acquires. Resources acquired with {@link #own} are given back, last first, when the row
 * ends; a resource left in a device then fails the row.
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
     * Made by devices' testbeds. The devices are the testbed's from now on: if it cannot be made, they are closed.
     *
     * @param personality the implementation that the client is expected to be.
     * @param serverPersonality the implementation that the server is expected to be.
     * @param client      the device that asks, as a rule.
     * @param server      the device that answers, as a rule; perhaps the same.
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
     * Returns which implementation the client imitates.
     *
     * @return the personality that rows take for granted.
     */
    public final Personality personality() {
        return personality;
    }

    /**
     * Returns which implementation the server imitates.
     *
     * @return the client's, unless the devices are of different kinds.
     */
    public final Personality serverPersonality() {
        return serverPersonality;
    }

    /**
     * Returns the device that asks, as a rule.
     *
     * @return the first device.
     */
    public final ExtendedDevice client() {
        return client;
    }

    /**
     * Returns the device that answers, as a rule.
     *
     * @return the second device, or the first once more.
     */
    public final ExtendedDevice server() {
        return server;
    }

    /**
     * Returns the loop that runs the handlers of the client's objects.
     *
     * @return its loop.
     */
    public final EventLoop clientLoop() {
        return clientLoop;
    }

    /**
     * Returns the loop that runs the handlers of the server's objects.
     *
     * @return its loop.
     */
    public final EventLoop serverLoop() {
        return serverLoop;
    }

    /**
     * Returns the address that the server's connection manager listens on.
     *
     * @return digits, an IP address.
     */
    public final String serverAddress() {
        return server.connections().localAddress().getHostAddress();
    }

    /**
     * Returns which of its port's identifiers a side is reached by.
     *
     * @param side the client's device or the server's.
     * @return an index, from 0.
     */
    public int gidIndex(final ExtendedDevice side) {
        return 0;
    }

    /**
     * Returns the way from the client to the server.
     *
     * @return the server's identifier, by the client's.
     */
    public final AddressVector toServer() {
        return new AddressVector(server().gid(1, gidIndex(server())), gidIndex(client()), 1);
    }

    /**
     * Skips the row if connection managers of the devices cannot reach each other.
     *
     * @throws RowSkipped if they cannot.
     */
    public void requireConnections() {
        // The devices of one host, or of one simulation, do.
    }

    /**
     * Returns a world of the same kind, by other options.
     *
     * @param options the options of the world.
     * @return the world; the caller closes it.
     * @throws RowSkipped if these options are unavailable.
     */
    public abstract Testbed another(TestbedOptions options);

    /**
     * Returns true if the devices have a feature.
     *
     * @param capability the feature.
     * @return true if both have it.
     */
    public final boolean has(final DeviceCapability capability) {
        return client().attributes().has(capability) && server().attributes().has(capability);
    }

    /**
     * Skips the row if the devices lack a feature.
     *
     * @param capability the capability that the row needs.
     * @throws RowSkipped if they lack it.
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
     * @throws org.rpcrdma.verbs.VerbsException EBUSY if something is left in one.
     */
    protected void closeDevices() {
        close(client, server);
    }

    private static void close(final ExtendedDevice client, final ExtendedDevice server) {
        CloseHelper.closeAll(client, server == client ? null : server);
    }

    /**
     * Gives something back when the row ends.
     *
     * @param resource the resource.
     * @param <T>      its type.
     * @return the same.
     */
    public final <T extends AutoCloseable> T own(final T resource) {
        owned.push(resource);
        return resource;
    }

    /**
     * Gives something back now.
     *
     * @param resource the one that {@link #own} took.
     */
    public final void giveBack(final AutoCloseable resource) {
        CloseHelper.close(resource);
        if (!owned.removeIf(each -> each == resource)) {
            throw new IllegalArgumentException("not owned: resource=" + resource);
        }
    }

    /** Returns how long nothing must happen before the world counts as settled, in nanoseconds. */
    protected long settledNanos() {
        return SETTLED_NANOS;
    }

    /**
     * Runs a side's loop until something has happened.
     *
     * @param loop  the client's or the server's.
     * @param nanos how long it waits at most.
     * @return false if nothing has happened.
     */
    protected boolean runOnce(final EventLoop loop, final long nanos) {
        return loop.runOnce(nanos);
    }

    /** Waits until nothing happens any more. */
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
