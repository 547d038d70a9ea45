// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.conformance;

import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** A device of this host that reaches itself, with an event loop for each side. */
public final class DeviceTestbed extends Testbed {
    private final Personality personality;
    private final DeviceOpener opener;
    private final ExtendedDevice device;
    private final EventLoop clientLoop;
    private final EventLoop serverLoop;

    private DeviceTestbed(final String name, final DeviceOpener opener, final Personality personality) {
        this.personality = personality;
        this.opener = opener;
        device = ExtendedDevice.of(opener.open(name));
        clientLoop = device.newEventLoop();
        serverLoop = device.newEventLoop();
    }

    /**
     * Returns a factory of such worlds.
     *
     * @param name        the device's.
     * @param opener      opens it.
     * @param personality the implementation that it is expected to be.
     * @return the factory; it skips rows that choose what a host's device leaves no choice of.
     */
    public static TestbedFactory factory(final String name, final DeviceOpener opener, final Personality personality) {
        return options -> {
            options.requireDefault();
            return new DeviceTestbed(name, opener, personality);
        };
    }

    @Override
    public Personality personality() {
        return personality;
    }

    @Override
    public ExtendedDevice client() {
        return device;
    }

    @Override
    public ExtendedDevice server() {
        return device;
    }

    @Override
    public EventLoop clientLoop() {
        return clientLoop;
    }

    @Override
    public EventLoop serverLoop() {
        return serverLoop;
    }

    @Override
    public String serverAddress() {
        return device.connections().localAddress().getHostAddress();
    }

    /** Returns that of the address that connections come from. */
    @Override
    public int gidIndex(final ExtendedDevice side) {
        final Gid own = Gid.of(device.connections().localAddress());
        int index = 0;
        while (!device.gid(1, index).equals(own)) {
            index++;
        }
        return index;
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return factory(device.name(), opener, personality).open(options);
    }

    /**
     * {@inheritDoc}
     *
     * @throws VerbsException EBUSY if something is left in it.
     */
    @Override
    protected void closeDevices() {
        device.close();
    }
}
