// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.List;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Opens an endpoint's device, and closes it unless the caller owns it. */
record DeviceSource(String name, Device given) {
    private static final String PROPERTY = "rpcrdma.device";

    static DeviceSource named(final String name) {
        if (name == null) {
            throw new IllegalArgumentException("device is required");
        }
        return new DeviceSource(name, null);
    }

    /** Returns a source that opens the device that the user configured or, by default, the host's only device. */
    static DeviceSource ofHost() {
        return new DeviceSource(null, null);
    }

    static DeviceSource of(final Device device) {
        if (device == null) {
            throw new IllegalArgumentException("device is required");
        }
        return new DeviceSource(device.name(), device);
    }

    Device open() {
        return given == null ? Devices.open(name == null ? nameOfHost() : name) : given;
    }

    private static String nameOfHost() {
        final String named = System.getProperty(PROPERTY);
        if (named != null) {
            return named;
        }
        final List<String> names = Devices.names();
        if (names.size() != 1) {
            throw new VerbsException(
                    Errno.ENOENT, "choose a device with -D" + PROPERTY + "=NAME, or in the builder: devices=" + names);
        }
        return names.get(0);
    }

    void close(final Device device) {
        if (given == null) {
            device.close();
        }
    }
}
