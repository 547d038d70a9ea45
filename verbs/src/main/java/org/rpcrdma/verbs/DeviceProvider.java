// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.List;
import java.util.Optional;

/**
 * Opens devices by name. {@link Devices} finds providers through {@link java.util.ServiceLoader}, so programs need not
 * refer to an implementation. Implementations are thread-safe.
 */
public interface DeviceProvider {
    /**
     * Returns the devices that this provider can open now.
     *
     * @return the names, as {@code rdma link} shows them; may be empty.
     * @throws VerbsException EOPNOTSUPP if this host lacks a library or driver that the provider needs; the message
     *     names it.
     */
    List<String> names();

    /**
     * Opens a device.
     *
     * @param name a name in {@link #names()}, or a name that begins with the {@link #prefix()}.
     * @return the device; the caller closes it.
     * @throws VerbsException ENOENT if there is no such device; EPERM if this process may not use the device;
     *                        EOPNOTSUPP if this host lacks a library or driver that the provider needs.
     */
    Device open(String name);

    /**
     * Returns a prefix of device names. For a name with this prefix, each call to {@link #open} creates a new device,
     * and no other provider is consulted.
     *
     * @return the prefix, for example {@code udp:}; empty if this provider opens only the devices that {@link #names()}
     *     lists.
     */
    default Optional<String> prefix() {
        return Optional.empty();
    }

    /**
     * Returns a device's driver, which identifies the kind of device.
     *
     * @param name a device name; the device need not exist.
     * @return the driver's name, for example the kernel's {@code mlx5_core} or {@code rdma_rxe}, or {@code udp};
     *     empty if unknown.
     */
    default Optional<String> driver(final String name) {
        return Optional.empty();
    }
}
