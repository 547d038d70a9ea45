// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.Device;

/** Opens devices of this host. */
@FunctionalInterface
public interface DeviceOpener {
    /**
     * Opens a device.
     *
     * @param name the device's.
     * @return the device; the caller closes it.
     * @throws org.rpcrdma.verbs.VerbsException if it is not there.
     */
    Device open(String name);
}
