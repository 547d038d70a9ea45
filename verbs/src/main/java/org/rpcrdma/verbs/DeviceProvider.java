// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.List;
import java.util.Optional;

/**
 * Opens devices by their names; found by {@link java.util.ServiceLoader}, so that who uses a device need not know whose
 * it is. {@link Devices} asks all that there are. Implementations are thread-safe.
 */
public interface DeviceProvider {
    /**
     * Returns the devices that this provider can open now.
     *
     * @return their names, as {@code rdma link} shows them; may be empty.
     * @throws VerbsException EOPNOTSUPP if this host lacks a library or driver that the provider needs; the message
     *     says which.
     */
    List<String> names();

    /**
     * Opens a device.
     *
     * @param name one of {@link #names()}, or with the {@link #prefix()}.
     * @return the device; the caller closes it.
     * @throws VerbsException ENOENT if there is no such device, EPERM if this process may not use it, EOPNOTSUPP if
     *                        this host lacks a library or driver that the provider needs.
     */
    Device open(String name);

    /**
     * Returns the prefix of names for which this provider creates a new device at each call. Only this provider opens
     * names with the prefix.
     *
     * @return for example {@code udp:}; empty if this provider opens the devices that {@link #names()} lists.
     */
    default Optional<String> prefix() {
        return Optional.empty();
    }

    /**
     * Returns the driver of a device, which identifies the kind of device, as names do not.
     *
     * @param name of any device, there or not.
     * @return for example the kernel's {@code mlx5_core} or {@code rdma_rxe}, or {@code udp}; empty if this provider
     *     does not know.
     */
    default Optional<String> driver(final String name) {
        return Optional.empty();
    }
}
