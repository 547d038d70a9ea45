// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.function.Function;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** A device of this host that is connected to itself, with an event loop for each side. */
public final class DeviceTestbed extends Testbed {
    private final Function<String, Device> opener;

    private DeviceTestbed(
            final ExtendedDevice device, final Function<String, Device> opener, final Personality personality) {
        super(personality, personality, device, device);
        this.opener = opener;
    }

    /**
     * Returns a factory of such testbeds.
     *
     * @param name the device's name.
     * @param opener opens the device.
     * @param personality the implementation that it is expected to be.
     * @return the factory; it skips rows that need an option which a host's device does not offer.
     */
    public static TestbedFactory factory(
            final String name, final Function<String, Device> opener, final Personality personality) {
        return options -> {
            options.requireDefault();
            return new DeviceTestbed(ExtendedDevice.of(opener.apply(name)), opener, personality);
        };
    }

    /** Returns the identifier's index that belongs to the source address of connections. */
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
