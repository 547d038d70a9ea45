// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;

/** The source of an endpoint's device, and how it is closed. */
final class DeviceSource {
    private final String name;
    private final Device given;

    private DeviceSource(final String name, final Device given) {
        this.name = name;
        this.given = given;
    }

    static DeviceSource named(final String name) {
        if (name == null) {
            throw new IllegalArgumentException("device is required");
        }
        return new DeviceSource(name, null);
    }

    static DeviceSource of(final Device device) {
        if (device == null) {
            throw new IllegalArgumentException("device is required");
        }
        return new DeviceSource(device.name(), device);
    }

    Device open() {
        return given == null ? Devices.open(name) : given;
    }

    void close(final Device device) {
        if (given == null) {
            device.close();
        }
    }
}
