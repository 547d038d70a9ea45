// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Opens devices through the installed {@link DeviceProvider}s. Thread-safe. */
public final class Devices {
    /** The first JDK with the Foreign Function and Memory API, which real devices require. */
    private static final int FIRST_JDK = 22;

    /** The service class in rpcrdma-ibverbs. */
    private static final String HOST_PROVIDER = "org/rpcrdma/ibverbs/IbverbsDeviceProvider.class";

    private static final String SERVICES = "META-INF/services/";

    private Devices() {}

    /**
     * Opens a device by name.
     *
     * @param name the name as {@code rdma link} shows it, for example {@code mlx5_0}; or {@code udp:} followed by an
     *             address of this host, for a software device.
     * @return the device; the caller closes it.
     * @throws VerbsException ENOENT if no provider has the device; the message lists the devices found. Otherwise, the
     * exception has the provider's errno.
     */
    public static Device open(final String name) {
        final List<DeviceProvider> providers = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        load(providers, problems);
        return open(name, providers, problems);
    }

    /**
     * Adds the providers that this JDK can run, and describes the problems with the others. Searches both the thread's
     * context class loader and this class's loader, because in containers and plug-ins, either loader may lack
     * providers that the other one has.
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
                    return; // the provider list is unreadable
                }
                // After it fails to load a provider, the iterator continues with the next one.
                last = problem;
                if (!problems.contains(problem)) {
                    problems.add(problem);
                }
            }
        }
    }

    /** Describes why a provider cannot be used. */
    private static String problem(final Error e) {
        if (e instanceof UnsupportedClassVersionError) {
            return "a device provider was built for a newer JDK: jdk="
                    + Runtime.version().feature();
        }
        final String reason = "cannot load a device provider: " + e.getMessage();
        return reason.endsWith("not a subtype")
                ? reason + "; another class loader has loaded its rpcrdma-verbs"
                : reason + (e.getCause() == null ? "" : ": " + e.getCause());
    }

    /**
     * Returns the names of the host's devices. Software devices are not included, because they do not exist until they
     * are opened by name.
     *
     * @return the names, grouped by provider; providers that cannot run on this host or JDK are skipped.
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
     * Returns a device's driver, according to the first provider that reports one.
     *
     * @param name a device name; the device need not exist.
     * @return the driver, as in {@link DeviceProvider#driver}; empty if unknown.
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

    /** Returns the provider that creates devices with this name's prefix. */
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

    /** Describes why a program on a given JDK has no provider. */
    static String noProvider(final int jdk) {
        return noProvider(jdk, Devices.class.getClassLoader());
    }

    static String noProvider(final int jdk, final ClassLoader loader) {
        if (loader != null && loader.getResource(HOST_PROVIDER) != null) {
            return "rpcrdma-ibverbs is on the class path, but not listed in " + SERVICES
                    + DeviceProvider.class.getName() + "; merge these files when you merge jars";
        }
        return jdk < FIRST_JDK
                ? "this program cannot use the host's devices, which require JDK " + FIRST_JDK + " or newer: jdk=" + jdk
                : "this program cannot use the host's devices: rpcrdma-ibverbs, which is built on Linux x86-64 with "
                        + "JDK " + FIRST_JDK + " or newer, is not on the class path: jdk=" + jdk;
    }
}
