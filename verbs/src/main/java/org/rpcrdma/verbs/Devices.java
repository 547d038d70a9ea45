// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Opens the devices of every {@link DeviceProvider} that this program has. */
public final class Devices {
    /** With the Foreign Function and Memory API, which devices of the host are driven by. */
    private static final int FIRST_JDK = 22;

    /** The class of rpcrdma-ibverbs that is loaded as a service. */
    private static final String HOST_PROVIDER = "org/rpcrdma/ibverbs/IbverbsDeviceProvider.class";

    private static final String SERVICES = "META-INF/services/";

    private Devices() {}

    /**
     * Opens a device by its name.
     *
     * @param name as {@code rdma link} shows it, for example {@code mlx5_0}, or {@code udp:} and an address of this
     *     host for a device in software.
     * @return the device; the caller closes it.
     * @throws VerbsException ENOENT if no provider has it, with a list of the devices found; otherwise the provider's
     *     errno.
     */
    public static Device open(final String name) {
        final List<DeviceProvider> providers = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        load(providers, problems);
        return open(name, providers, problems);
    }

    /**
     * Adds the providers that this JDK can run, and why there are no others. They are those of the thread's context
     * class loader and of this class's: either may not see those of the other, as in containers and plug-ins.
     */
    private static void load(final List<DeviceProvider> providers, final List<String> problems) {
        add(ServiceLoader.load(DeviceProvider.class), providers, problems);
        final ClassLoader own = Devices.class.getClassLoader();
        if (own != Thread.currentThread().getContextClassLoader()) {
            add(ServiceLoader.load(DeviceProvider.class, own), providers, problems);
        }
    }

    private static void add(
            final ServiceLoader<DeviceProvider> services,
            final List<DeviceProvider> providers,
            final List<String> problems) {
        final Iterator<DeviceProvider> all = services.iterator();
        String last = "";
        while (true) {
            try {
                if (!all.hasNext()) {
                    return;
                }
                final DeviceProvider provider = all.next();
                if (providers.stream().noneMatch(known -> known.getClass() == provider.getClass())) {
                    providers.add(provider);
                }
            } catch (final LinkageError | ServiceConfigurationError e) {
                final String problem = problem(e);
                if (problem.equals(last)) {
                    return; // the list of providers is unreadable
                }
                // The iterator continues after a provider that it could not load.
                last = problem;
                if (!problems.contains(problem)) {
                    problems.add(problem);
                }
            }
        }
    }

    /** Returns why a provider cannot be used. */
    private static String problem(final Error e) {
        if (e instanceof UnsupportedClassVersionError) {
            return "the provider of devices was built for a newer JDK: jdk="
                    + Runtime.version().feature();
        }
        final String reason = "a provider of devices cannot be loaded: " + e.getMessage();
        return reason.endsWith("not a subtype")
                ? reason + "; another class loader has loaded its rpcrdma-verbs"
                : reason + (e.getCause() == null ? "" : ": " + e.getCause());
    }

    /**
     * Returns the names of the host's devices. Software devices, which are created by name, are not listed.
     *
     * @return the names, by provider; a provider that cannot run on this host or JDK has an empty list.
     */
    public static List<String> names() {
        final List<DeviceProvider> providers = new ArrayList<>();
        load(providers, new ArrayList<>());
        return names(providers);
    }

    static List<String> names(final List<DeviceProvider> providers) {
        final List<String> names = new ArrayList<>();
        for (final DeviceProvider provider : providers) {
            try {
                names.addAll(provider.prefix().isPresent() ? List.of() : provider.names());
            } catch (final VerbsException e) {
                if (e.errno() != Errno.EOPNOTSUPP) {
                    throw e;
                }
            }
        }
        return names;
    }

    /**
     * Returns the driver of a device, by whichever provider knows it.
     *
     * @param name of any device, there or not.
     * @return as in {@link DeviceProvider#driver}; empty if none does.
     */
    public static Optional<String> driver(final String name) {
        final List<DeviceProvider> providers = new ArrayList<>();
        load(providers, new ArrayList<>());
        return driver(name, providers);
    }

    static Optional<String> driver(final String name, final List<DeviceProvider> providers) {
        for (final DeviceProvider provider : providers) {
            final Optional<String> driver = provider.driver(name);
            if (driver.isPresent()) {
                return driver;
            }
        }
        return Optional.empty();
    }

    /** Returns the provider that makes devices of such names. */
    private static Optional<DeviceProvider> maker(final String name, final List<DeviceProvider> providers) {
        return providers.stream()
                .filter(provider -> provider.prefix().filter(name::startsWith).isPresent())
                .findFirst();
    }

    static Device open(final String name, final List<DeviceProvider> providers) {
        return open(name, providers, new ArrayList<>());
    }

    private static Device open(final String name, final List<DeviceProvider> providers, final List<String> problems) {
        return maker(name, providers)
                .map(maker -> maker.open(name))
                .orElseGet(() -> openListed(name, providers, problems));
    }

    private static Device openListed(
            final String name, final List<DeviceProvider> providers, final List<String> problems) {
        final List<String> known = new ArrayList<>();
        boolean isEmpty = problems.isEmpty();
        for (final DeviceProvider provider : providers) {
            isEmpty &= provider.prefix().isPresent();
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
        return noProvider(jdk, Devices.class.getClassLoader());
    }

    static String noProvider(final int jdk, final ClassLoader loader) {
        if (loader != null && loader.getResource(HOST_PROVIDER) != null) {
            return "rpcrdma-ibverbs is on the class path, but its line is missing from " + SERVICES
                    + DeviceProvider.class.getName() + ": when jars are merged, these files must be merged, too";
        }
        return jdk < FIRST_JDK
                ? "this program has no devices of the host, which need JDK " + FIRST_JDK + " or newer: jdk=" + jdk
                : "this program has no devices of the host: rpcrdma-ibverbs, which is built on Linux and x86-64 by JDK "
                        + FIRST_JDK + " or newer, is not on its class path: jdk=" + jdk;
    }
}
