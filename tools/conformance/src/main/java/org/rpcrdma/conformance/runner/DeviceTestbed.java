// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.function.Function;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** A device on this host that is connected to itself. Each side has its own event loop. */
public final class DeviceTestbed extends Testbed {
    private final Function<String, Device> opener;

    private DeviceTestbed(
            final ExtendedDevice device, final Function<String, Device> opener, final Personality personality) {
        super(personality, personality, device, device);
        this.opener = opener;
    }

    /**
     * Returns a factory for such testbeds.
     *
     * @param name        the device's name.
     * @param opener      opens the device.
     * @param personality the implementation that the device is expected to be.
     * @return the factory; it skips rows that require an option, because a device of the host offers none.
     */
    public static TestbedFactory factory(
            final String name, final Function<String, Device> opener, final Personality personality) {
        return options -> {
            options.requireDefault();
            return new DeviceTestbed(ExtendedDevice.of(opener.apply(name)), opener, personality);
        };
    }

    /** Returns the index of the GID that belongs to the connections' source address. */
    @Override
    public int gidIndex(final ExtendedDevice side) {
        final Gid own = Gid.of(side.connections().localAddress());
        int index = 0;
        while (!side.gid(1, index).equals(own)) {
            index++;
        }
        return index;
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return factory(client().name(), opener, personality()).open(options);
    }
}
