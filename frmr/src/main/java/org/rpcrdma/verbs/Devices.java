// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens the devices of every {@link DeviceProvider} that this program has. */
public final class Devices {
    /** With the Foreign Function and Memory API, which devices of the host are driven by. */
    private static final int FIRST_JDK = 22;

    private Devices() {}

    /**
     * Opens a device by its name.
     *
     * @param name as {@code rdma link} shows it, for example {@code mlx5_0}.
     * @return the device; the caller closes it.
     * @throws VerbsException ENOENT if no provider has it, naming those that there are; what the provider refuses with.
     */
    public static Device open(final String name) {
        try {
            return open(name, ServiceLoader.load(DeviceProvider.class));
        } catch (final UnsupportedClassVersionError e) {
            throw new VerbsException(
                    Errno.ENOENT,
                    "the provider of devices was built for a newer JDK: name=" + name + " jdk="
                            + Runtime.version().feature());
        }
    }

    /**
     * Returns the kernel's driver of a device, by whichever provider knows it.
     *
     * @param name of any device, there or not.
     * @return as {@link DeviceProvider#driver} tells it; empty if none does.
     */
    public static Optional<String> driver(final String name) {
        try {
            return driver(name, ServiceLoader.load(DeviceProvider.class));
        } catch (final UnsupportedClassVersionError e) {
            // The provider was built for a newer JDK, and opens no device either.
            return Optional.empty();
        }
    }

    static Optional<String> driver(final String name, final Iterable<DeviceProvider> providers) {
        for (final DeviceProvider provider : providers) {
            final Optional<String> driver = provider.driver(name);
            if (driver.isPresent()) {
                return driver;
            }
        }
        return Optional.empty();
    }

    static Device open(final String name, final Iterable<DeviceProvider> providers) {
        final List<String> known = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        boolean isEmpty = true;
        for (final DeviceProvider provider : providers) {
            isEmpty = false;
            try {
                final List<String> names = provider.names();
                if (names.contains(name)) {
                    return provider.open(name);
                }
                known.addAll(names);
            } catch (final VerbsException e) {
                if (e.errno() != Errno.EOPNOTSUPP) {
                    throw e;
                }
                problems.add(e.getMessage());
            }
        }
        if (isEmpty) {
            problems.add(noProvider(Runtime.version().feature()));
        }
        final String why = problems.isEmpty() ? "devices=" + known : String.join("; ", problems);
        throw new VerbsException(Errno.ENOENT, "there is no such device: name=" + name + "; " + why);
    }

    /** Returns why a program that a JDK of some major version runs has no provider. */
    static String noProvider(final int jdk) {
        return jdk < FIRST_JDK
                ? "this program has no devices of the host, which need JDK " + FIRST_JDK + " or newer: jdk=" + jdk
                : "this program has no devices of the host: rpcrdma-ibverbs, which is built on Linux and x86-64 by JDK "
                        + FIRST_JDK + " or newer, is not on its class path: jdk=" + jdk;
    }
}
